import { useCallback, useEffect, useMemo, useState } from 'react';
import { usePlugin } from '@orrery/sdk/web';
import type { PluginStates } from '../../contract.ts';
import type { PluginLine, RegisteredPlugin } from './merge-plugins.ts';
import { mergePlugins } from './merge-plugins.ts';

/** All plugins, live; `lines` is undefined before the first answer. */
export function usePluginLines(states: PluginStates | undefined): { readonly lines: readonly PluginLine[] | undefined; readonly error: unknown; refresh(): void } {
  const { api } = usePlugin();
  const [version, setVersion] = useState(0);
  const [answer, setAnswer] = useState<{ readonly registered?: readonly RegisteredPlugin[]; readonly error?: unknown }>({});
  const [here, setHere] = useState(() => states?.list() ?? []);
  useEffect(() => {
    const abort = new AbortController();
    api.get<{ result: readonly RegisteredPlugin[] }>('/api/v1/plugin/', { signal: abort.signal }).then(
      ({ result }) => !abort.signal.aborted && setAnswer({ registered: result }),
      (error: unknown) => !abort.signal.aborted && setAnswer((before) => ({ ...before, error })),
    );
    return () => abort.abort();
  }, [api, version]);
  useEffect(() => {
    if (!states) return;
    const subscription = states.onDidChange(() => setHere(states.list()));
    return () => subscription.dispose();
  }, [states]);
  const { registered, error } = answer;
  // When the server's list fails, what this page knows is still shown.
  const lines = useMemo(() => (registered || error !== undefined ? mergePlugins(registered ?? [], here) : undefined), [registered, error, here]);
  return { lines, error, refresh: useCallback(() => setVersion((before) => before + 1), []) };
}
