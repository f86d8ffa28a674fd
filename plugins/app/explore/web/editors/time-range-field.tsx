import type { ReactElement } from 'react';
import { Combobox } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { useServices } from '../services.ts';

interface TimeRangeFieldProps {
  readonly label: string;
  readonly value: string;
  /** Id of an element that labels it already. */
  readonly labelId?: string;
  onChange(value: string): void;
}

/** Ranges the server understands by name (contract §5). */
const RANGES = [
  'No filter',
  'Last day',
  'Last week',
  'Last month',
  'Last quarter',
  'Last year',
  'previous calendar week',
  'previous calendar month',
  'previous calendar year',
  'Current week',
  'Current month',
  'Current quarter',
  'Current year',
];

/** A time range: by the range editor when one is installed, else by name or as `start : end`. */
export function TimeRangeField({ label, value, labelId, onChange }: TimeRangeFieldProps): ReactElement {
  const t = useT();
  const { TimeRangeEditor } = useServices();
  if (TimeRangeEditor) return <TimeRangeEditor label={label} value={value} labelId={labelId} onChange={onChange} />;
  const own = value && !RANGES.includes(value) ? [{ value, label: value }] : [];
  return (
    <Combobox
      label={label}
      labelId={labelId}
      value={value || null}
      creatable
      description={t('range.hint')}
      options={[...RANGES.map((range) => ({ value: range, label: t(`range.${range.toLowerCase().replaceAll(' ', '-')}`) })), ...own]}
      onChange={(next) => onChange(typeof next === 'string' && next ? next : 'No filter')}
    />
  );
}
