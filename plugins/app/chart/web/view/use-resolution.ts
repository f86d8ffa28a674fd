import { useEffect, useState } from 'react';
import type { VizResolution } from '../viz/viz-loader.ts';
import type { ChartDeps } from './chart-deps.ts';

/** The viz type that draws `type`; undefined while its code is on its way. `attempt` asks anew. */
export function useResolution({ loader }: ChartDeps, type: string, attempt = 0): VizResolution | undefined {
  const [state, setState] = useState<{ type: string; resolution: VizResolution } | undefined>(() => known(loader.peek(type), type));
  const [revision, setRevision] = useState(0);

  useEffect(() => {
    const subscription = loader.onDidChange(() => setRevision((last) => last + 1));
    return () => subscription.dispose();
  }, [loader]);

  useEffect(() => {
    let isLive = true;
    void loader.resolve(type).then((resolution) => {
      if (isLive) setState((last) => (last?.resolution === resolution ? last : { type, resolution }));
    });
    return () => {
      isLive = false;
    };
  }, [loader, type, attempt, revision]);

  return state?.type === type ? state.resolution : loader.peek(type);
}

function known(resolution: VizResolution | undefined, type: string): { type: string; resolution: VizResolution } | undefined {
  return resolution ? { type, resolution } : undefined;
}
