import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useUiText } from '../texts/ui-texts.ts';

/** What all labelled inputs share. @public */
export interface FieldProps {
  readonly label: string;
  /** Keeps the label for assistive technology alone. */
  readonly hideLabel?: boolean;
  readonly description?: ReactNode;
  /** What is wrong and how to mend it. */
  readonly error?: string;
  readonly required?: boolean;
  readonly className?: string;
}

/** Attributes that tie an input to its label, description and error. @internal */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

/** Label above, control, then error or description. @internal */
export function Field({ label, hideLabel, description, error, required, className, children }: FieldProps & { readonly children: (control: FieldControl) => ReactNode }): ReactNode {
  const id = useId();
  const text = useUiText();
  const describedBy = cx(error && `${id}-error`, description ? `${id}-description` : undefined) || undefined;
  return (
    <div className={cx('o-field', error && 'o-field--invalid', className)}>
      <label htmlFor={id} className={cx('o-field__label', hideLabel && 'o-visually-hidden')}>
        {label}
        {required && (
          <span className="o-field__required" title={text('required')} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined, 'aria-required': required ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="o-field__error" role="alert">
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="o-field__description">
          {description}
        </p>
      )}
    </div>
  );
}
