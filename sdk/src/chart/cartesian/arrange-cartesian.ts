import { legendRoom } from '../legend/legend-room.ts';
import { barBoxes } from './bar-boxes.ts';
import type { CartesianLayout } from './cartesian-layout.ts';
import { layoutCartesian } from './cartesian-layout.ts';
import type { BarBox } from './cartesian-marks.tsx';
import type { CartesianModel } from './cartesian-model.ts';
import { endLabelRoom, placeEndLabels } from './end-labels.tsx';
import type { EndLabel } from './end-labels.tsx';
import type { Spans } from './stack-series.ts';
import { stackSeries } from './stack-series.ts';

/** The parts of a chart and their places. */
export interface Arrangement {
  readonly legend: 'none' | 'top' | 'bottom' | 'left' | 'right';
  /** Height of a legend above or below. */
  readonly legendRoom: number;
  /** Size of the drawing beside the legend. */
  readonly width: number;
  readonly height: number;
  readonly spans: Spans;
  readonly layout: CartesianLayout;
  readonly boxes: readonly BarBox[];
  /** Names at the ends of lines, which take the place of a legend. */
  readonly ends: readonly EndLabel[];
}

interface Box {
  readonly width: number;
  readonly height: number;
  readonly font: string;
  readonly fontSize: number;
}

const SIDE_ROOM = 140;
/** Below this height a legend would leave no room for the data. */
const LEAST_WITH_LEGEND = 120;

/**
 * Chooses between names at the lines and a legend, and lays out what is left. `legend` names all series, hidden ones too;
 * pure.
 */
export function arrangeCartesian(model: CartesianModel, box: Box, legend: readonly string[]): Arrangement {
  const spans = stackSeries(model);
  // With a series hidden, the legend is the way to bring it back.
  const room = legend.length === model.series.length ? endLabelRoom(model, box.width, box.font) : 0;
  if (room > 0) {
    const layout = layoutCartesian(model, spans, { ...box, endRoom: room });
    const ends = placeEndLabels(model, spans, layout);
    if (ends) return { legend: 'none', legendRoom: 0, width: box.width, height: box.height, spans, layout, boxes: [], ends };
  }
  const side = model.showLegend && box.height > LEAST_WITH_LEGEND ? sideOf(model, box.width) : 'none';
  const isBeside = side === 'left' || side === 'right';
  const above = side === 'none' || isBeside ? 0 : legendRoom(legend, box.width, box.height, box.font, model.legendScrolls);
  const width = Math.max(1, isBeside ? box.width - SIDE_ROOM : box.width);
  const height = Math.max(1, box.height - above);
  const layout = layoutCartesian(model, spans, { ...box, width, height, endRoom: 0 });
  return { legend: side, legendRoom: above, width, height, spans, layout, boxes: model.mark === 'bar' ? barBoxes(model, spans, layout) : [], ends: [] };
}

function sideOf({ legendSide }: CartesianModel, width: number): Arrangement['legend'] {
  return (legendSide === 'left' || legendSide === 'right') && width <= 3 * SIDE_ROOM ? 'top' : legendSide;
}
