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
  const read = useCallback(async () => {
    const [{ result }, contributions] = await Promise.all([api.get<{ result: readonly SettingsGroup[] }>('/api/v1/settings/'), points.loadAll(Settings)]);
    const groups = contributions.flatMap((contribution) => {
      const group = result.find(({ id }) => id === contribution.key);
      return group ? [{ contribution, group }] : [];
    });
    applySettings(bootstrap, groups);
    return groups;
  }, [api, points, bootstrap]);
  useEffect(() => {
    let last = 0;
    const load = () => {
      const turn = (last += 1);
      // Answers may overtake each other; only the newest counts.
      read().then(
        (groups) => turn === last && setAnswer({ groups }),
        // What is shown stays: somebody may be editing it.
        (error: unknown) => turn === last && setAnswer((before) => ({ ...before, error })),
      );
    };
    load();
    const subscription = points.onDidChange(Settings, load);
    return () => {
      last = -1;
      subscription.dispose();
    };
  }, [read, points]);
  const refresh = useCallback(async () => setAnswer({ groups: await read() }), [read]);
  return { groups: answer.groups, error: answer.error, refresh };
}
