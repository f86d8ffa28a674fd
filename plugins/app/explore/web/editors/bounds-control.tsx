import type { ReactElement } from 'react';
import { NumberField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { ControlProps } from '../../contract.ts';

type Bounds = readonly [number | null, number | null];

/** A lower and an upper bound, each of which may be open. */
export function BoundsControl({ value, onChange }: ControlProps<Bounds>): ReactElement {
  const t = useT();
  const [low, high] = Array.isArray(value) ? (value as Bounds) : ([null, null] as const);
  const isWrong = low !== null && high !== null && low >= high;
  return (
    <div className="explore-pair">
      <NumberField label={t('bounds.min')} value={low ?? null} onChange={(next) => onChange([next, high ?? null])} error={isWrong ? t('bounds.order') : undefined} />
      <NumberField label={t('bounds.max')} value={high ?? null} onChange={(next) => onChange([low ?? null, next])} />
    </div>
  );
}
