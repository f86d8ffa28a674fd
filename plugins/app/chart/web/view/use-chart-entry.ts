import { useCallback, useSyncExternalStore } from 'react';
import type { ThemeTokens } from '@orrery/sdk/web';
import type { ChartEntry } from '../lifecycle/chart-slice.ts';
import type { ChartDeps } from './chart-deps.ts';

/** The state of one chart; other charts' changes do not re-render. */
export function useChartEntry({ events }: ChartDeps, key: string): ChartEntry {
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = events.on(key, notify);
      return () => subscription.dispose();
    },
    [events, key],
  );
  return useSyncExternalStore(subscribe, () => events.entry(key));
}

/** The theme's values; re-renders with the theme. */
export function useChartTheme({ ctx }: ChartDeps): ThemeTokens {
  const subscribe = useCallback(
    (notify: () => void) => {
      const subscription = ctx.theme.onDidChange(notify);
      return () => subscription.dispose();
    },
    [ctx],
  );
  return useSyncExternalStore(subscribe, () => ctx.theme.tokens);
}
