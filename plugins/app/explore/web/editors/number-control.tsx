import type { ReactElement } from 'react';
import { NumberField } from '@orrery/sdk/ui';
import type { ControlProps } from '../../contract.ts';

/** A number; charts saved elsewhere may hold it as text. */
export function NumberControl({ control, value, onChange }: ControlProps<number | string | null>): ReactElement {
  const number = value === undefined || value === null || value === '' ? null : Number(value);
  return (
    <NumberField
      label={control.label}
      hideLabel
      value={number === null || Number.isNaN(number) ? null : number}
      min={control.min}
      max={control.max}
      step={control.step}
      onChange={onChange}
    />
  );
}
