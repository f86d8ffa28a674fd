import type { HTMLInputTypeAttribute, KeyboardEvent, ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

/** @public */
export interface TextFieldProps extends FieldProps {
  readonly value: string;
  onChange(value: string): void;
  readonly type?: HTMLInputTypeAttribute;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  /** Lines when `multiline`; default 4. */
  readonly rows?: number;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  readonly name?: string;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly spellCheck?: boolean;
  onBlur?(): void;
  onKeyDown?(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void;
  readonly inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
}

/** Text in one line, or several when `multiline`. @public */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, hideLabel, description, error, required, className, value, onChange, type = 'text', multiline, rows = 4, autoFocus, inputRef, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel} description={description} error={error} required={required} className={className}>
      {(control) => {
        const shared = { ...rest, ...control, ref: inputRef, required, autoFocus, 'data-autofocus': autoFocus || undefined, value };
        return multiline ? (
          <textarea {...shared} rows={rows} className={cx('o-input', 'o-input--multiline')} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <input {...shared} type={type} className="o-input" onChange={(event) => onChange(event.target.value)} />
        );
      }}
    </Field>
  );
}
