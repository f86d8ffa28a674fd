import type { ReactNode } from 'react';
import type { JsonObject } from '@orrery/sdk';
import { Combobox, NumberField, Select, Switch, TextField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { valueAt } from '../../common/value-at.ts';
import { SECRET_MASK } from '../../contract.ts';
import { describeDefault } from './describe-default.ts';
import { SecretField } from './secret-field.tsx';
import type { SettingField } from './setting-fields.ts';

/** What all inputs of a form share. */
export interface FormView {
  readonly groupId: string;
  readonly values: JsonObject;
  readonly defaults: JsonObject;
  /** As the server has them, to know which secrets are stored. */
  readonly stored: JsonObject;
  /** By path. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  change(path: string, value: unknown): void;
}

/** The input a field of a schema becomes. */
export function SettingInput({ field, form }: { readonly field: SettingField; readonly form: FormView }): ReactNode {
  const t = useT();
  const { path, kind, title } = field;
  const value = valueAt(form.values, path);
  const base = valueAt(form.defaults, path);
  const change = (next: unknown) => form.change(path, next);
  const told = JSON.stringify(value) === JSON.stringify(base) ? undefined : describeDefault(field, base, t);
  const description = [field.description, told === undefined ? undefined : t('default', { value: told })].filter(Boolean).join(' ') || undefined;
  // Problems within a list belong to the list.
  const error = Object.entries(form.errors).flatMap(([name, texts]) => (name === path || (kind !== 'group' && name.startsWith(`${path}.`)) ? texts : [])).join(' ') || undefined;
  const shared = { label: title, description, error, required: field.isRequired };
  switch (kind) {
    case 'group':
      return (
        <fieldset className="settings-fieldset">
          <legend>{title}</legend>
          {field.description && <p className="settings-note">{field.description}</p>}
          {field.fields?.map((inner) => <SettingInput key={inner.path} field={inner} form={form} />)}
        </fieldset>
      );
    case 'boolean':
      return (
        <div>
          <Switch label={title} checked={value === true} onChange={change} />
          {description && <p className="settings-note">{description}</p>}
          {error && <p className="settings-error" role="alert">{error}</p>}
        </div>
      );
    case 'number':
      return <NumberField {...shared} value={typeof value === 'number' ? value : null} min={field.min} max={field.max} step={field.isInteger ? 1 : 'any'} onChange={(next) => change(next ?? undefined)} />;
    case 'choice': {
      const choices = field.choices ?? [];
      const at = choices.findIndex((choice) => choice.value === value);
      // Without a default one must be able to set nothing.
      const none = base === undefined || at < 0 ? [{ value: '', label: t('choice.none') }] : [];
      return <Select {...shared} value={at < 0 ? '' : String(at)} options={[...none, ...choices.map((choice, index) => ({ value: String(index), label: choice.title }))]} onChange={(next) => change(next === '' ? undefined : choices[Number(next)]?.value)} />;
    }
    case 'list': {
      const items = Array.isArray(value) ? value.map(String) : [];
      return (
        <Combobox
          label={title}
          description={[description, t('list.hint')].filter(Boolean).join(' ')}
          error={error}
          multiple
          creatable
          clearable
          value={items}
          options={items.map((item) => ({ value: item, label: item }))}
          onChange={(next) => change(Array.isArray(next) && (next.length > 0 || base !== undefined) ? next : undefined)}
        />
      );
    }
    case 'secret':
      return <SecretField field={{ ...field, description }} value={value} isStored={valueAt(form.stored, path) === SECRET_MASK} error={error} onChange={change} />;
    case 'other':
      return (
        <div>
          <p className="settings-label">{title}</p>
          <p className="settings-note">{[description, t('other', { id: form.groupId })].filter(Boolean).join(' ')}</p>
          {error && <p className="settings-error" role="alert">{error}</p>}
        </div>
      );
    default:
      return <TextField {...shared} multiline={kind === 'textarea'} autoComplete="off" value={typeof value === 'string' ? value : ''} onChange={change} />;
  }
}
