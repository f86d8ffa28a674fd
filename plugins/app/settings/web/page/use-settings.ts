import { useCallback, useEffect, useState } from 'react';
import type { Contribution } from '@orrery/sdk';
import { Settings, usePlugin } from '@orrery/sdk/web';
import type { SettingsContribution } from '@orrery/sdk/web';
import type { SettingsGroup } from '../../contract.ts';
import { applySettings } from './apply-settings.ts';

/** A group with the form it is drawn by. */
export interface LoadedGroup {
  readonly contribution: Contribution<SettingsContribution>;
  readonly group: SettingsGroup;
}

/** The groups the person may change; undefined before the first answer. */
export interface LoadedSettings {
  readonly groups: readonly LoadedGroup[] | undefined;
  readonly error: unknown;
  refresh(): Promise<void>;
}

/** Joins the values of the server with the schemas of the plugins that run in this page. */
export function useSettings(): LoadedSettings {
  const { api, points, bootstrap } = usePlugin();
  const [answer, setAnswer] = useState<{ readonly groups?: readonly LoadedGroup[]; readonly error?: unknown }>({});
  const refresh = useCallback(async () => {
    const [{ result }, contributions] = await Promise.all([api.get<{ result: readonly SettingsGroup[] }>('/api/v1/settings/'), points.loadAll(Settings)]);
    const groups = contributions.flatMap((contribution) => {
      const group = result.find(({ id }) => id === contribution.key);
      return group ? [{ contribution, group }] : [];
    });
    applySettings(bootstrap, groups);
    setAnswer({ groups });
  }, [api, points, bootstrap]);
  const load = useCallback(() => refresh().catch((error: unknown) => setAnswer({ error })), [refresh]);
  useEffect(() => {
    void load();
    const subscription = points.onDidChange(Settings, () => void load());
    return () => subscription.dispose();
  }, [load, points]);
  return { groups: answer.groups, error: answer.error, refresh };
}
