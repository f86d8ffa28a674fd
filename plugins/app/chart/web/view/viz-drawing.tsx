// Components of other plugins and the kernel's Slot come by value.
/* oxlint-disable react/static-components */
import { memo, useEffect, useMemo, useState } from 'react';
import type { ChartHooks, ChartProps } from '@orrery/sdk/viz';
import type { ChartComponent, LoadedViz } from '../viz/viz-loader.ts';
import type { ChartDeps } from './chart-deps.ts';

export interface VizDrawingProps {
  readonly deps: ChartDeps;
  readonly loaded: LoadedViz;
  readonly chartProps: ChartProps;
  readonly hooks: ChartHooks;
  /** Told once each drawing is on the page. */
  readonly onDrawn: (type: string, description: string) => void;
}

/**
 * Draws results with one viz type. Whatever of it throws is thrown in render, for the boundary around. Memoised: loading,
 * notices and descriptions around it must not draw it anew.
 */
export const VizDrawing = memo(function VizDrawing({ deps, loaded, chartProps, hooks, onDrawn }: VizDrawingProps) {
  const Chart = useChartComponent(deps, loaded);
  const props = useMemo(() => loaded.viz.transformProps(chartProps), [loaded, chartProps]);
  useEffect(() => {
    if (Chart) onDrawn(loaded.type, describe(loaded, props));
  }, [Chart, loaded, props, onDrawn]);
  if (!Chart) return null;
  return <Chart {...props} width={chartProps.width} height={chartProps.height} hooks={hooks} />;
});

function useChartComponent({ loader }: ChartDeps, loaded: LoadedViz): ChartComponent | undefined {
  const [state, setState] = useState<{ loaded: LoadedViz; component?: ChartComponent; error?: unknown }>();
  const known = loader.peekChart(loaded);
  useEffect(() => {
    if (loader.peekChart(loaded)) return undefined;
    let isLive = true;
    loader.loadChart(loaded).then(
      (component) => isLive && setState({ loaded, component }),
      (error: unknown) => isLive && setState({ loaded, error }),
    );
    return () => {
      isLive = false;
    };
  }, [loader, loaded]);
  if (state?.loaded === loaded && state.error !== undefined) throw state.error;
  return known ?? (state?.loaded === loaded ? state.component : undefined);
}

/** A description is a courtesy: its failure must not take the drawing away. */
function describe({ viz }: LoadedViz, props: object): string {
  try {
    return viz.describe(props);
  } catch {
    return '';
  }
}
