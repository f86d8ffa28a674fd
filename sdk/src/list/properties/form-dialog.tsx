import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { isApiError } from '@orrery/sdk/web';
import { Button, Dialog, ErrorPanel, Switch, TextField } from '@orrery/sdk/ui';
import { useListText } from '../texts.ts';

/** One input of a {@link FormDialog}; its id is the field's name on the wire. @public */
export interface FormField {
  readonly id: string;
  readonly label: string;
  readonly kind?: 'text' | 'multiline' | 'url' | 'boolean';
  readonly required?: boolean;
  readonly description?: string;
}

/** @public */
export type FormValues = Readonly<Record<string, string | boolean>>;

/** @public */
export interface FormDialogProps {
  readonly title: string;
  readonly fields: readonly FormField[];
  readonly initial?: FormValues;
  /** Default "Save". */
  readonly submitLabel?: string;
  readonly children?: ReactNode;
  /** Rejects with an ApiError to keep the dialog open; errors by field are shown at their fields. */
  onSubmit(values: FormValues): Promise<void>;
  onClose(): void;
}

/** A dialog with a few inputs: checks what is required, sends once, and shows what the server objects to where it belongs. @public */
export function FormDialog({ title, fields, initial = {}, submitLabel, children, onSubmit, onClose }: FormDialogProps): ReactNode {
  const t = useListText();
  const formId = useId();
  const [values, setValues] = useState<FormValues>(() => Object.fromEntries(fields.map((field) => [field.id, initial[field.id] ?? (field.kind === 'boolean' ? false : '')])));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (id: string, value: string | boolean): void => {
    setValues({ ...values, [id]: value });
    const { [id]: _gone, ...rest } = errors;
    setErrors(rest);
  };
  const send = async (): Promise<void> => {
    const missing = fields.filter((field) => field.required && String(values[field.id] ?? '').trim() === '');
    setErrors(Object.fromEntries(missing.map((field) => [field.id, t('form.required')])));
    setFailure(undefined);
    if (missing.length > 0 || isBusy) return;
    setBusy(true);
    try {
      await onSubmit(values);
    } catch (error) {
      const byField = isApiError(error) ? error.fields : {};
      const known = fields.filter((field) => byField[field.id]);
      setErrors(Object.fromEntries(known.map((field) => [field.id, byField[field.id]?.join(' ') ?? ''])));
      if (known.length === 0) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={isBusy}>
            {submitLabel ?? t('form.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="o-form" noValidate onSubmit={handleSubmit}>
        {failure && <ErrorPanel message={t('form.failed', { error: failure })} />}
        {children}
        {fields.map((field) => {
          const value = values[field.id];
          return field.kind === 'boolean' ? (
            <Switch key={field.id} label={field.label} checked={value === true} onChange={(next) => set(field.id, next)} />
          ) : (
            <TextField
              key={field.id}
              label={field.label}
              type={field.kind === 'url' ? 'url' : 'text'}
              multiline={field.kind === 'multiline'}
              required={field.required}
              description={field.description}
              error={errors[field.id]}
              value={String(value ?? '')}
              onChange={(next) => set(field.id, next)}
              autoComplete="off"
            />
          );
        })}
      </form>
    </Dialog>
  );
}
