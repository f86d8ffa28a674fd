import type { CartesianModel } from './cartesian-model.ts';

/** A model for tests: what is not given is plain. @internal */
export function sampleModel(change: Partial<CartesianModel> = {}): CartesianModel {
  const text = (value: number | string | null | undefined): string => String(value);
  return {
    mark: 'line', lineStyle: 'line', xKind: 'category', xName: 'x', xs: ['a', 'b', 'c'], series: [sampleSeries('s', [1, 2, 3])], stack: 'none',
    isHorizontal: false, showArea: false, areaOpacity: 0.2, markerSize: 0, showValues: 'none', isLog: false, yBounds: [null, null], formatY: text,
    formatX: text, formatXLong: text, hasTimeFormat: false, labelRotation: 0, showAllLabels: false, xTitle: '', yTitle: '', yTitleAtTop: false,
    labelThreshold: 0, directLabels: true, showLegend: true, legendScrolls: true, legendSide: 'top', richTooltip: true, tooltipTotal: false,
    tooltipShares: false, tooltipSorted: false, isZoomable: false, grain: null, selectedXs: [], ...change,
  };
}

/** A series for tests. @internal */
export function sampleSeries(id: string, values: readonly (number | null)[], change: Partial<CartesianModel['series'][number]> = {}): CartesianModel['series'][number] {
  return { id, label: id, color: '#000', values, isDerived: false, filter: {}, isSelected: true, ...change };
}
