import type { DataRow, Dimension, Metric } from '@orrery/sdk';
import { getColumnLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnOf, columnsOf, textOf, valuesOf } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

/** Rows of a group, under the name the label control offers. */
const COUNT: Metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' };
const PRECISION = 1e10;

/** Longitude and latitude. */
type Corner = readonly [number, number];

function parts(form: LegacyForm) {
  const [x, y] = [columnOf(form, 'all_columns_x'), columnOf(form, 'all_columns_y')];
  const [label] = valuesOf(form['mapbox_label']);
  const radius = textOf(form, 'point_radius');
  return { x, y, label: typeof label === 'string' && label !== '' ? label : undefined, radius: radius === 'Auto' ? undefined : radius };
}

function groupedColumns(form: LegacyForm, groupby: readonly Dimension[]): readonly Dimension[] {
  const { x, y, label, radius } = parts(form);
  const names = new Set(groupby.map(getColumnLabel));
  if (label !== undefined && label !== 'count' && !names.has(label)) throw new ChartError('Choice of [Label] must be present in [Group By]');
  if (radius !== undefined && !names.has(radius)) throw new ChartError('Choice of [Point Radius] must be present in [Group By]');
  if (x === undefined || y === undefined || !names.has(getColumnLabel(x)) || !names.has(getColumnLabel(y))) {
    throw new ChartError('[Longitude] and [Latitude] columns must be present in [Group By]');
  }
  return groupby;
}

function plainColumns(form: LegacyForm): readonly Dimension[] {
  const { x, y, label, radius } = parts(form);
  if (x === undefined || y === undefined) throw new ChartError('[Longitude] and [Latitude] must be set');
  if (label === 'count') throw new ChartError("Must have a [Group By] column to have 'count' as the [Label]");
  return columnsOf({ all: [x, y, label, radius].filter((column) => column !== undefined) }, 'all');
}

const rounded = (value: number): number => Math.round(value * PRECISION) / PRECISION;

/** A coordinate, also of a decimal that came as text; undefined for none. */
function coordinate(row: DataRow, name: string): number | undefined {
  const value = row[name];
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Points on a map, clustered by the browser. Rows without a place are left out: nothing can be drawn of them. */
export const mapbox: LegacyChart = {
  queries(form) {
    const groupby = columnsOf(form, 'groupby');
    if (groupby.length === 0) return [legacyQuery(form, { columns: plainColumns(form), metrics: null })];
    return [legacyQuery(form, { columns: groupedColumns(form, groupby), metrics: parts(form).label === 'count' ? [COUNT] : [] })];
  },
  shape([result], form, { mapboxApiKey }) {
    const { x, y, label, radius } = parts(form);
    const [lon, lat] = [x === undefined ? '' : getColumnLabel(x), y === undefined ? '' : getColumnLabel(y)];
    const points = result!.data.flatMap((row) => {
      const at = [coordinate(row, lon), coordinate(row, lat)] as const;
      return at[0] === undefined || at[1] === undefined ? [] : [{ row, at: [at[0], at[1]] as const }];
    });
    const bounds = points.reduce<readonly [Corner, Corner]>(
      ([[west, south], [east, north]], { at: [x, y] }) => [[Math.min(west, x), Math.min(south, y)], [Math.max(east, x), Math.max(north, y)]],
      [[Infinity, Infinity], [-Infinity, -Infinity]],
    );
    return {
      geoJSON: {
        type: 'FeatureCollection',
        features: points.map(({ row, at }) => ({
          type: 'Feature',
          properties: { metric: label === undefined ? null : (row[label] ?? null), radius: radius === undefined ? null : (row[radius] ?? null) },
          geometry: { type: 'Point', coordinates: at.map(rounded) },
        })),
      },
      hasCustomMetric: label !== undefined,
      mapboxApiKey,
      mapStyle: form['mapbox_style'],
      aggregatorName: form['pandas_aggfunc'],
      clusteringRadius: form['clustering_radius'],
      pointRadiusUnit: form['point_radius_unit'],
      globalOpacity: form['global_opacity'],
      bounds: points.length > 0 ? bounds : null,
      renderWhileDragging: form['render_while_dragging'],
      tooltip: form['rich_tooltip'],
      color: form['mapbox_color'],
    };
  },
};
