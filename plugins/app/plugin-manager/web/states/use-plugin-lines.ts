import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DynamicListHealth, PluginMonitor } from '@orrery/sdk/web';
import { usePlugin } from '@orrery/sdk/web';
import type { PluginLine, RegisteredPlugin } from './merge-plugins.ts';
import { mergePlugins } from './merge-plugins.ts';

/** What the page shows: every plugin, live, and what could not be read. */
export interface PluginLines {
  /** Undefined before the first answer. */
  readonly lines: readonly PluginLine[] | undefined;
  /** Why the server's list did not arrive. */
  readonly error: unknown;
  /** How the list of plugins added at run time fares. */
  readonly added: DynamicListHealth;
  refresh(): void;
}

/** Joins the server's list with the states of this page, and follows both. */
export function usePluginLines(monitor: PluginMonitor): PluginLines {
  const { api } = usePlugin();
  const [version, setVersion] = useState(0);
  const [answer, setAnswer] = useState<{ readonly registered?: readonly RegisteredPlugin[]; readonly error?: unknown }>({});
  const [here, setHere] = useState(() => monitor.list());
  const [added, setAdded] = useState<DynamicListHealth>({ phase: 'loading' });
  useEffect(() => {
    const abort = new AbortController();
    api.get<{ result: readonly RegisteredPlugin[] }>('/api/v1/plugin/', { signal: abort.signal }).then(
      ({ result }) => !abort.signal.aborted && setAnswer({ registered: result }),
      (error: unknown) => !abort.signal.aborted && setAnswer((before) => ({ ...before, error })),
    );
    void monitor.loadDynamic(version > 0).then((state) => !abort.signal.aborted && setAdded(state));
    return () => abort.abort();
  }, [api, monitor, version]);
  useEffect(() => {
    const subscription = monitor.onDidChange(() => setHere(monitor.list()));
    return () => subscription.dispose();
  }, [monitor]);
  const { registered, error } = answer;
  // When the server's list fails, what this page knows is still shown.
  const lines = useMemo(() => (registered || error !== undefined ? mergePlugins(registered ?? [], here) : undefined), [registered, error, here]);
  return { lines, error, added, refresh: useCallback(() => setVersion((before) => before + 1), []) };
}
