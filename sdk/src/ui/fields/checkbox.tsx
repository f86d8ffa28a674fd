import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** @public */
export interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly description?: ReactNode;
  readonly hideLabel?: boolean;
  /** Some but not all of what it stands for. */
  readonly indeterminate?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** @public */
export function Checkbox({ label, checked, onChange, description, hideLabel, indeterminate = false, disabled, className }: CheckboxProps): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div className={cx('o-check', className)}>
      <label className="o-check__label">
        <input ref={input} type="checkbox" checked={checked} disabled={disabled} aria-describedby={description ? id : undefined} onChange={(event) => onChange(event.target.checked)} />
        <span className={cx(hideLabel && 'o-visually-hidden')}>{label}</span>
      </label>
      {description && (
        <p id={id} className="o-field__description">
          {description}
        </p>
      )}
    </div>
  );
}
