import type { ReactElement } from 'react';
import type { ControlProps } from '../../contract.ts';

/** A number between two bounds. */
export function SliderControl({ control, value, labelId, onChange }: ControlProps<number>): ReactElement {
  const shown = Number(value ?? control.default ?? control.min ?? 0);
  return (
    <div className="explore-slider">
      <input
        type="range"
        aria-labelledby={labelId}
        min={control.min ?? 0}
        max={control.max ?? 100}
        step={control.step ?? 1}
        value={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output>{shown}</output>
    </div>
  );
}
