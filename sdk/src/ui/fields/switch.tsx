import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** @public */
export interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
  readonly className?: string;
}

/** On or off, at once. @public */
export function Switch({ label, checked, onChange, disabled, hideLabel, className }: SwitchProps): ReactNode {
  return (
    <label className={cx('o-switch', className)}>
      <input type="checkbox" role="switch" checked={checked} aria-checked={checked} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      <span className="o-switch__track" aria-hidden="true" />
      <span className={cx(hideLabel && 'o-visually-hidden')}>{label}</span>
    </label>
  );
}
