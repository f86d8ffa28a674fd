import type { ReactElement } from 'react';
import type { ControlProps } from '../../contract.ts';
import { TimeRangeField } from './time-range-field.tsx';

/** The chart's time range. */
export function TimeRangeControl({ control, value, labelId, onChange }: ControlProps<string>): ReactElement {
  return <TimeRangeField label={control.label} labelId={labelId} value={value ?? 'No filter'} onChange={onChange} />;
}
