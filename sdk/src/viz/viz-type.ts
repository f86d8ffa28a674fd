import type { ReactNode } from 'react';
import type { ChartDataResult, DataMask, Dataset, FormData, JsonObject, QueryContext } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';
import type { ThemeTokens, TranslateArgs } from '@orrery/sdk/web';
import type { ControlPanel } from './control-panel.ts';

/** The static half of a viz type, drawn in the gallery before any code loads. @public */
export interface VizTypeContribution {
  /** The `viz_type` of saved charts, e.g. `pie`. */
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly category: string;
  readonly tags?: readonly string[];
  /** Path relative to the plugin's folder. */
  readonly thumbnail?: string;
  /** Viz type drawn from the same query when this one is missing, rejected or broken; at last `table`. */
  readonly fallback?: string;
  readonly stateVersion?: number;
  readonly behaviors?: readonly ('cross-filter' | 'drill-to-detail' | 'drill-by')[];
  readonly deprecated?: boolean;
  readonly order?: number;
}

/** What `transformProps` gets: plain data, no functions. @public */
export interface ChartProps {
  /** CSS pixels available for drawing. */
  readonly width: number;
  readonly height: number;
  /** As saved, snake_case keys, extra form data already merged. */
  readonly formData: FormData;
  /** Absent while the dataset is unknown; then use column names as labels. */
  readonly dataset?: Dataset;
  /** One result per query of the context. */
  readonly results: readonly ChartDataResult[];
  readonly filterState: DataMask['filterState'];
  readonly ownState: JsonObject;
  readonly theme: ThemeTokens;
  /** BCP 47 tag for formats. */
  readonly locale: string;
  readonly place: 'dashboard' | 'explore' | 'embedded' | 'report';
  /**
   * Assigns the same colour to the same label everywhere on a dashboard. `slot` asks for that colour of the scheme instead,
   * unless one was fixed for the label: for series that stand for no member of a dimension.
   */
  readonly colorOf: (scheme: string | undefined, label: string, slot?: number) => string;
}

/** What a chart may do to its surroundings. @public */
export interface ChartHooks {
  /** Emits a cross-filter or own state; undefined when the surroundings do not take it. */
  readonly setDataMask?: (mask: DataMask) => void;
  /** Opens the drill menu at viewport coordinates. */
  readonly onContextMenu?: (event: { x: number; y: number; filters: readonly { col: string; op: string; val: unknown; formattedVal?: string }[] }) => void;
  /** Explore only: a chart may set a control, e.g. by dragging. */
  readonly setControlValue?: (control: string, value: unknown) => void;
}

/** @public */
export type ChartComponentProps<P> = P & { readonly width: number; readonly height: number; readonly hooks: ChartHooks };

/** A function component. Written as a method so that a viz type of some props is a viz type of any. @public */
export type ChartComponent<P> = { draw(props: ChartComponentProps<P>): ReactNode }['draw'];

/**
 * A viz type. All parts but the component are pure; the component draws what `transformProps` answers.
 * `P` is the shape of the component's own props.
 * @public
 */
export interface VizType<P extends object = object> {
  readonly controlPanel: ControlPanel;
  /** Builds the query; extra form data has been merged into `formData` by {@link mergeExtraFormData}. */
  buildQuery(formData: FormData, options?: { readonly ownState?: JsonObject; readonly dataset?: Dataset }): QueryContext;
  transformProps(props: ChartProps): P;
  /** Loads the component; heavy drawing libraries come with it. */
  loadChart(): Promise<ChartComponent<P>>;
  /** `n` migrates saved form data of state version n−1 to n; pure. */
  readonly migrations?: Readonly<Record<number, (formData: FormData) => FormData>>;
  /** One or two sentences that say what the chart shows, for screen readers and alerts. */
  describe(props: P): string;
}

/** Gives a viz type its inferred props. @public */
export function defineVizType<P extends object>(viz: VizType<P>): VizType<P> {
  return viz;
}

/** The code half of a viz type. @public */
export interface VizTypeCode {
  load(): Promise<VizType>;
  /** `ctx.i18n.t` of the viz plugin: `%key%` in its control panel is looked up here first, then among Explore's own texts. */
  readonly t?: (key: string, args?: TranslateArgs) => string;
}

/** Viz types; owned by Explore. @public */
export const VizTypes = createExtensionPoint<VizTypeContribution, VizTypeCode>({ id: 'explore.viz-types', version: 1 });
