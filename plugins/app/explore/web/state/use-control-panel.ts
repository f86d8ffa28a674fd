import { useEffect, useMemo, useState } from 'react';
import type { ControlPanel } from '@orrery/sdk/viz';
import { usePlugin } from '@orrery/sdk/web';
import { loadVizType } from './load-viz-type.ts';

/** The panel of a viz type: `undefined` while it loads, `null` when there is none. */
export function useControlPanel(vizType: string | undefined): ControlPanel | null | undefined {
  const { points } = usePlugin();
  const [loaded, setLoaded] = useState<{ type: string; panel: ControlPanel | null }>();
  useEffect(() => {
    if (vizType === undefined) return undefined;
    let isLive = true;
    void loadVizType(points, vizType).then((viz) => isLive && setLoaded({ type: vizType, panel: viz?.controlPanel ?? null }));
    return () => {
      isLive = false;
    };
  }, [points, vizType]);
  return useMemo(() => (loaded && loaded.type === vizType ? loaded.panel : undefined), [loaded, vizType]);
}
