import type { FilterValue } from '@orrery/sdk';
import type { NumberFormat } from '../format/number-format.ts';

/** One line or one colour of bars. `values[i]` belongs to `xs[i]` of the model; null is a gap. @public */
export interface Series {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
  /** A series of another time range; drawn dashed and lighter. */
  readonly isDerived: boolean;
  /** Filter that selects this series: dimension → value; empty without dimensions. */
  readonly filter: Readonly<Record<string, FilterValue>>;
  /** False when a cross-filter selects other series. */
  readonly isSelected: boolean;
}

/** @public */
export type XKind = 'time' | 'number' | 'category';

/** @public */
export type LineStyle = 'line' | 'smooth' | 'start' | 'middle' | 'end';

/** Everything a chart with two axes draws; data only. @public */
export interface CartesianModel {
  readonly mark: 'line' | 'bar' | 'scatter';
  readonly lineStyle: LineStyle;
  readonly xKind: XKind;
  /** Name of the x column, for filters. */
  readonly xName: string;
  /** Epoch ms, numbers or category labels. */
  readonly xs: readonly (number | string | null)[];
  readonly series: readonly Series[];
  readonly stack: 'none' | 'stack' | 'stream' | 'expand';
  readonly isHorizontal: boolean;
  readonly showArea: boolean;
  readonly areaOpacity: number;
  /** Radius in px; 0 draws no markers. */
  readonly markerSize: number;
  readonly showValues: 'none' | 'all' | 'total';
  readonly isLog: boolean;
  readonly yBounds: readonly [number | null, number | null];
  readonly formatY: NumberFormat;
  /** Short, for ticks. */
  readonly formatX: (value: number | string | null) => string;
  /** Full, for tooltips. */
  readonly formatXLong: (value: number | string | null) => string;
  /** True when `formatX` was chosen by hand; else a time axis says as much as its step needs. */
  readonly hasTimeFormat: boolean;
  /** Degrees to turn names below bars; 0 turns them only where they do not fit. */
  readonly labelRotation: number;
  readonly showAllLabels: boolean;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly yTitleAtTop: boolean;
  /** Smallest share of its pile (0…1) whose value is written. */
  readonly labelThreshold: number;
  /** Names lines at their ends instead of in a legend, where there is room. */
  readonly directLabels: boolean;
  readonly showLegend: boolean;
  readonly legendScrolls: boolean;
  readonly legendSide: 'top' | 'bottom' | 'left' | 'right';
  readonly richTooltip: boolean;
  readonly tooltipTotal: boolean;
  readonly tooltipShares: boolean;
  /** Largest value first; else in the order of the series. */
  readonly tooltipSorted: boolean;
  /** Lets the user drag over a range to see it alone. */
  readonly isZoomable: boolean;
  /** Length of a time bucket in ms, when a grain is set. */
  readonly grain: string | null;
  /** x values a cross-filter selects; empty for none. */
  readonly selectedXs: readonly (number | string | null)[];
}
