// Components of other plugins and the kernel's Slot come by value.
/* oxlint-disable react/static-components */
import { useEffect, useState } from 'react';
import { useSlot } from '@orrery/sdk/web';
import type { ChartHooks, ChartProps } from '@orrery/sdk/viz';
import type { ChartFallback } from '../lifecycle/chart-slice.ts';
import { describeFailure } from '../viz/viz-loader.ts';
import type { VizFailure, VizResolution } from '../viz/viz-loader.ts';
import { BasicTable } from './basic-table.tsx';
import type { ChartDeps } from './chart-deps.ts';
import { VizDrawing } from './viz-drawing.tsx';

/** Key under which the built-in table is reported. */
export const BUILT_IN = 'built-in-table';

export interface DrawingChainProps {
  readonly deps: ChartDeps;
  readonly resolution: VizResolution;
  /** Types that failed in this chart already. */
  readonly tried?: readonly string[];
  readonly chartProps: ChartProps;
  readonly hooks: ChartHooks;
  readonly title: string;
  readonly onDrawn: (type: string, description: string) => void;
  readonly onFallback: (fallback: ChartFallback | undefined) => void;
}

/** Draws with the resolved viz type inside its plugin's boundary; when that throws, with the next in its chain, from the same results. */
export function DrawingChain(props: DrawingChainProps) {
  const { deps, resolution, tried = [], chartProps, hooks, title, onDrawn, onFallback } = props;
  const Slot = useSlot();
  const { loaded, failure, asked } = resolution;
  const drawn = loaded?.type ?? BUILT_IN;
  useEffect(() => {
    onFallback(failure && { asked, drawn, pluginId: failure.pluginId, reason: failure.reason });
  }, [onFallback, failure, asked, drawn]);

  const result = chartProps.results[0];
  if (!loaded) return result ? <BasicTable deps={deps} result={result} label={title} /> : null;
  return (
    <Slot
      pluginId={loaded.pluginId}
      contribution={loaded.type}
      fallback={(error) => (
        <NextDrawing {...props} tried={[...tried, loaded.type]} failure={failure ?? describeFailure(deps.ctx.points, loaded.type, error)} />
      )}
    >
      <VizDrawing deps={deps} loaded={loaded} chartProps={chartProps} hooks={hooks} onDrawn={onDrawn} />
    </Slot>
  );
}

function NextDrawing({ failure, ...props }: DrawingChainProps & { readonly failure: VizFailure; readonly tried: readonly string[] }) {
  const { deps, resolution, tried } = props;
  const [next, setNext] = useState<VizResolution>();
  const from = tried.at(-1) ?? resolution.asked;
  const triedKey = tried.join(' ');
  useEffect(() => {
    let isLive = true;
    void deps.loader.resolve(from, triedKey.split(' ')).then((found) => isLive && setNext(found));
    return () => {
      isLive = false;
    };
  }, [deps, from, triedKey]);
  if (!next) return null;
  return <DrawingChain {...props} resolution={{ asked: resolution.asked, loaded: next.loaded, failure }} />;
}
