import type { DataRow } from '@orrery/sdk';
import { getColumnLabel } from '@orrery/sdk/viz';
import { ChartError } from '../chart-error.ts';
import { columnOf, columnsOf, isObject } from '../form/form-values.ts';
import type { LegacyForm } from '../form/form-values.ts';
import { legacyQuery } from '../query/legacy-query.ts';
import type { LegacyChart } from './legacy-chart.ts';

function geojsonColumn(form: LegacyForm) {
  const column = columnOf(form, 'geojson');
  if (column === undefined) throw new ChartError('Pick a column that holds GeoJSON');
  return column;
}

/** The GeoJSON object of a cell. Throws ChartError for what is none. */
function parseCell(value: unknown, column: string): object {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    if (isObject(parsed)) return parsed;
  } catch {
    // Falls through to the same refusal.
  }
  throw new ChartError(`The column "${column}" holds a value that is not GeoJSON. Choose another column, or filter such rows out.`);
}

function* positionsOf(value: unknown): Generator<readonly [number, number]> {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'number' && typeof value[1] === 'number') yield [value[0], value[1]];
    else for (const item of value as unknown[]) yield* positionsOf(item);
  } else if (isObject(value)) {
    for (const key of ['coordinates', 'geometry', 'geometries', 'features']) if (value[key]) yield* positionsOf(value[key]);
  }
}

/** `[[west, south], [east, north]]` of GeoJSON objects; null when there is no position in them. */
export function extentOf(features: readonly object[]): readonly (readonly number[])[] | null {
  const extent = [[Infinity, Infinity], [-Infinity, -Infinity]];
  for (const position of positionsOf(features)) {
    for (const axis of [0, 1] as const) {
      extent[0]![axis] = Math.min(extent[0]![axis]!, position[axis]);
      extent[1]![axis] = Math.max(extent[1]![axis]!, position[axis]);
    }
  }
  return Number.isFinite(extent[0]![0]) ? extent : null;
}

/** GeoJSON layer: what the column's cells hold, parsed. */
export const deckGeojson: LegacyChart = {
  queries(form) {
    const column = geojsonColumn(form);
    const query = legacyQuery(form, { columns: columnsOf({ ...form, geojson: column }, 'geojson', 'js_columns'), metrics: null });
    const filters = form['filter_nulls'] === false ? [] : [{ col: column, op: 'IS NOT NULL' }];
    return [{ ...query, filters: [...(query.filters ?? []), ...filters] }];
  },
  shape([result], form, { mapboxApiKey }) {
    const column = getColumnLabel(geojsonColumn(form));
    const extras = columnsOf(form, 'js_columns').map(getColumnLabel);
    const extraProps = (row: DataRow) => Object.fromEntries(extras.map((name) => [name, row[name] ?? null]));
    const features = result!.data
      .filter((row) => row[column] !== null && row[column] !== undefined)
      .map((row) => ({ ...parseCell(row[column], column), ...(extras.length > 0 ? { extraProps: extraProps(row) } : {}) }));
    return { features, mapboxApiKey, metricLabels: [], geojsonExtent: extentOf(features) };
  },
};
