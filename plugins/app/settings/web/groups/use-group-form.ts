import { useMemo, useState } from 'react';
import type { JsonObject } from '@orrery/sdk';
import { isApiError, usePlugin, useT } from '@orrery/sdk/web';
import { mergeValues, withValueAt } from '../../common/value-at.ts';
import type { SettingsGroup } from '../../contract.ts';
import { differences } from '../form/differences.ts';

/** A group while somebody edits it. */
export interface GroupForm {
  readonly values: JsonObject;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What went wrong as a whole. */
  readonly failure?: string;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** Whether anything is stored that a reset would take out. */
  readonly canReset: boolean;
  change(path: string, value: unknown): void;
  replace(values: JsonObject): void;
  discard(): void;
  save(): Promise<boolean>;
  reset(): Promise<void>;
}

/** Holds what is edited apart from what is stored, so that other groups may be saved meanwhile. */
export function useGroupForm(group: SettingsGroup, title: string, onStored: () => Promise<void>): GroupForm {
  const { api, ui } = usePlugin();
  const t = useT();
  const [draft, setDraft] = useState<JsonObject>();
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const stored = useMemo(() => mergeValues(group.defaults, group.values), [group]);
  const values = draft ?? stored;
  const changed = differences(values, group.defaults);
  const path = `/api/v1/settings/${encodeURIComponent(group.id)}`;

  const clear = () => {
    setErrors({});
    setFailure(undefined);
  };
  /** Runs a call, takes over what is stored then, and tells of it. */
  const attempt = async (call: () => Promise<unknown>, done: string): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    clear();
    try {
      await call();
      await onStored();
      setDraft(undefined);
      ui.toast('success', done);
      return true;
    } catch (error) {
      const fields = isApiError(error) ? error.fields : {};
      setErrors(fields);
      setFailure(Object.keys(fields).length > 0 ? t('save.fields') : error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    errors,
    failure,
    isDirty: draft !== undefined && JSON.stringify(changed) !== JSON.stringify(differences(stored, group.defaults)),
    isBusy,
    canReset: Object.keys(group.values).length > 0,
    change(at, value) {
      const { [at]: _mended, ...rest } = errors;
      setErrors(rest);
      setDraft(withValueAt(values, at, value));
    },
    replace: setDraft,
    discard() {
      setDraft(undefined);
      clear();
    },
    save: () => attempt(() => api.put(path, { body: changed }), t('saved', { title })),
    async reset() {
      const isSure = await ui.confirm({ title: t('reset.title', { title }), body: t(`reset.body.${group.scope}`), confirmLabel: t('reset'), danger: true });
      if (isSure) await attempt(() => api.delete(path), t('wasReset', { title }));
    },
  };
}
