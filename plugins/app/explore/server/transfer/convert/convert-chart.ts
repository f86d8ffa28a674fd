import type { JsonObject } from '@orrery/sdk';
import { convertArea } from './area.ts';
import { convertBar } from './bar.ts';
import { convertBubble } from './bubble.ts';
import { convertDistBar } from './dist-bar.ts';
import { convertDualLine } from './dual-line.ts';
import type { Converted, ConvertViz } from './form-data.ts';
import { convertHeatmap } from './heatmap.ts';
import { convertHistogram } from './histogram.ts';
import { convertLine } from './line.ts';
import { convertPivotTable } from './pivot-table.ts';
import { convertSankey } from './sankey.ts';
import { convertSunburst } from './sunburst.ts';
import { convertTreemap } from './treemap.ts';

const CONVERSIONS: Readonly<Record<string, ConvertViz>> = {
  area: convertArea,
  bar: convertBar,
  bubble: convertBubble,
  dist_bar: convertDistBar,
  dual_line: convertDualLine,
  heatmap: convertHeatmap,
  histogram: convertHistogram,
  line: convertLine,
  pivot_table: convertPivotTable,
  sankey: convertSankey,
  sunburst: convertSunburst,
  treemap: convertTreemap,
};

/** The chart as a type of today (contract §7.6); undefined for types that need no conversion. */
export function convertChart(vizType: string, params: JsonObject): Converted | undefined {
  return Object.hasOwn(CONVERSIONS, vizType) ? CONVERSIONS[vizType]?.(params) : undefined;
}
