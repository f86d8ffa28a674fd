import type { ComponentType, ReactElement } from 'react';
import type { RenderResult } from '@testing-library/react';
import { act } from '@testing-library/react';
import type { ChartDataResult, DataMask, Dataset, FormData, JsonObject } from '@orrery/sdk';
import type { PluginRuntime } from '@orrery/kernel/common';
import type { PluginContext, ThemeService } from '@orrery/sdk/web';
import type { ChartComponentProps, ChartHooks, ChartProps } from '@orrery/sdk/viz';
import { VizTypes } from '@orrery/sdk/viz';

/** What a chart is drawn from. */
export interface VizRequest {
  readonly formData: FormData;
  /** One result per query, or the rows of a single one. */
  readonly results: readonly ChartDataResult[];
  readonly dataset?: Dataset;
  /** CSS pixels; default 640 by 400. */
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  readonly place?: ChartProps['place'];
  readonly filterState?: DataMask['filterState'];
  readonly ownState?: JsonObject;
  readonly hooks?: ChartHooks;
}

/** A drawn chart. */
export interface RenderedViz extends RenderResult {
  /** What `transformProps` answered. */
  readonly props: object;
  /** What `describe` answered. */
  readonly description: string;
  /** Draws again with parts of the request changed. */
  update(changes: Partial<VizRequest>): Promise<void>;
}

/** The parts of the test host drawing needs. */
export interface DrawDeps {
  readonly runtime: PluginRuntime<PluginContext>;
  readonly theme: ThemeService;
  draw(id: string, element: ReactElement): RenderResult;
}

/** What `transformProps` gets for a request. Labels get the theme's colours in the order they come. */
export function chartProps(request: VizRequest, theme: ThemeService['tokens']): ChartProps {
  const labels = new Map<string, string>();
  const colorOf = (_scheme: string | undefined, label: string): string => {
    const color = labels.get(label) ?? theme.categorical[labels.size % theme.categorical.length] ?? '#000000';
    labels.set(label, color);
    return color;
  };
  const { formData, results, dataset, width = 640, height = 400, locale = 'en', place = 'dashboard', filterState, ownState = {} } = request;
  return { formData, results, dataset, width, height, filterState, ownState, theme, locale, place, colorOf };
}

/** Runs a request through `transformProps` and the component of a contributed viz type. */
export async function drawViz({ runtime, theme, draw }: DrawDeps, type: string, request: VizRequest): Promise<RenderedViz> {
  const viz = await (await runtime.points.load(VizTypes, type)).load();
  const Chart = (await viz.loadChart()) as ComponentType<ChartComponentProps<object>>;
  const owner = runtime.points.owner(VizTypes, type) ?? '';
  let current = request;
  let props: object = {};
  const element = (): ReactElement => {
    theme.setMode(current.theme ?? 'light');
    props = viz.transformProps(chartProps(current, theme.tokens));
    return <Chart {...props} width={current.width ?? 640} height={current.height ?? 400} hooks={current.hooks ?? {}} />;
  };
  const holder: { result?: RenderResult } = {};
  await act(async () => {
    holder.result = draw(owner, element());
  });
  const result = holder.result as RenderResult;
  return {
    ...result,
    get props() {
      return props;
    },
    get description() {
      return viz.describe(props as never);
    },
    async update(changes: Partial<VizRequest>) {
      current = { ...current, ...changes };
      await act(async () => result.rerender(element()));
    },
  };
}
