import { useEffect, useMemo, useRef } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { Contribution } from '@orrery/sdk';
import { Badge, Button, Card, ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { useSlot, useT } from '@orrery/sdk/web';
import type { SettingsContribution } from '@orrery/sdk/web';
import type { SettingsGroup } from '../../contract.ts';
import { settingFields } from '../form/setting-fields.ts';
import { SettingInput } from '../form/setting-input.tsx';
import { useEditor } from './use-editor.ts';
import { useGroupForm } from './use-group-form.ts';

interface GroupCardProps {
  readonly contribution: Contribution<SettingsContribution>;
  readonly group: SettingsGroup;
  readonly pluginName: string;
  /** Reads what is stored now. */
  onStored(): Promise<void>;
  onDirty(id: string, isDirty: boolean): void;
}

/** One group of settings: its form, or the editor its plugin brings, and what can be done with it. */
export function GroupCard({ contribution, group, pluginName, onStored, onDirty }: GroupCardProps): ReactNode {
  const t = useT();
  const Slot = useSlot();
  const { title, schema, editor } = contribution.value;
  const fields = useMemo(() => settingFields(schema), [schema]);
  const form = useGroupForm(group, title, onStored);
  const { Editor, error } = useEditor(contribution);
  const element = useRef<HTMLFormElement>(null);
  const { isDirty } = form;
  useEffect(() => {
    onDirty(group.id, isDirty);
    return () => onDirty(group.id, false);
  }, [group.id, isDirty, onDirty]);
  const headingId = `settings-${group.id}`;
  const paths = new Set(fields.flatMap((field) => [field.path, ...(field.fields ?? []).map((inner) => inner.path)]));
  // Drawn above the form, because no field of it is at fault.
  const loose = Object.entries(form.errors).flatMap(([path, texts]) => (!editor && [...paths].some((known) => path === known || path.startsWith(`${known}.`)) ? [] : texts.map((text) => (path === '_schema' ? text : `${path}: ${text}`))));
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.save()) return;
    // After the errors are drawn.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={element} id={group.id} aria-labelledby={headingId} noValidate onSubmit={(event) => void handleSubmit(event)}>
      <Card
        className="settings-card"
        header={
          <div className="settings-card-header">
            <h3 id={headingId}>{title}</h3>
            <span className="settings-note">{t('by', { name: pluginName })}</span>
            {isDirty && <Badge kind="warning">{t('unsaved')}</Badge>}
          </div>
        }
        footer={
          <div className="settings-actions">
            <Button kind="primary" type="submit" busy={form.isBusy} disabled={!isDirty}>
              {t('save')}
            </Button>
            {isDirty && <Button onClick={form.discard}>{t('discard')}</Button>}
            {form.canReset && (
              <Button kind="ghost" icon="undo" onClick={() => void form.reset()}>
                {t('reset')}
              </Button>
            )}
          </div>
        }
      >
        {form.failure && <ErrorPanel title={t('save.failed', { title })} message={[...loose, form.failure].join(' ')} />}
        {editor ? (
          // The slot is the kernel's and never changes.
          // oxlint-disable-next-line react/static-components
          <Slot pluginId={contribution.pluginId} contribution={contribution.key}>
            {Editor ? <Editor values={form.values} onChange={form.replace} /> : error === undefined ? <Skeleton lines={3} /> : <Broken error={error} />}
          </Slot>
        ) : (
          <div className="settings-fields">
            {fields.map((field) => (
              <SettingInput key={field.path} field={field} form={{ groupId: group.id, values: form.values, defaults: group.defaults, stored: group.values, errors: form.errors, change: form.change }} />
            ))}
          </div>
        )}
      </Card>
    </form>
  );
}

/** Lets the boundary around it name the plugin whose editor did not come. */
function Broken({ error }: { readonly error: unknown }): ReactNode {
  throw error;
}
