import type { ComponentType } from 'react';
import type { ControlProps } from '../../contract.ts';
import { BoundsControl } from './bounds-control.tsx';
import { CheckboxControl } from './checkbox-control.tsx';
import { ColorControl } from './color-control.tsx';
import { ColorSchemeControl } from './color-scheme-control.tsx';
import { ColumnConfigControl } from './column-config-control.tsx';
import { ColumnControl } from './column-control.tsx';
import { ConditionalFormattingControl } from './conditional-formatting-control.tsx';
import { CurrencyControl } from './currency-control.tsx';
import { FilterControl } from './filter-control.tsx';
import { MetricControl } from './metric-control.tsx';
import { NumberControl } from './number-control.tsx';
import { RadioControl } from './radio-control.tsx';
import { SelectControl } from './select-control.tsx';
import { SliderControl } from './slider-control.tsx';
import { TextControl } from './text-control.tsx';
import { TimeRangeControl } from './time-range-control.tsx';

/** Editors of the built-in control types. Each takes the shape of value its type has. */
export const EDITORS: Readonly<Record<string, ComponentType<ControlProps> | undefined>> = {
  metric: MetricControl as ComponentType<ControlProps>,
  metrics: MetricControl as ComponentType<ControlProps>,
  column: ColumnControl as ComponentType<ControlProps>,
  columns: ColumnControl as ComponentType<ControlProps>,
  filters: FilterControl as ComponentType<ControlProps>,
  checkbox: CheckboxControl as ComponentType<ControlProps>,
  select: SelectControl,
  'order-by': SelectControl,
  text: TextControl as ComponentType<ControlProps>,
  textarea: TextControl as ComponentType<ControlProps>,
  number: NumberControl as ComponentType<ControlProps>,
  slider: SliderControl as ComponentType<ControlProps>,
  radio: RadioControl,
  color: ColorControl as ComponentType<ControlProps>,
  'color-scheme': ColorSchemeControl as ComponentType<ControlProps>,
  bounds: BoundsControl as ComponentType<ControlProps>,
  currency: CurrencyControl as ComponentType<ControlProps>,
  'time-range': TimeRangeControl as ComponentType<ControlProps>,
  'conditional-formatting': ConditionalFormattingControl as ComponentType<ControlProps>,
  'column-config': ColumnConfigControl as ComponentType<ControlProps>,
};
