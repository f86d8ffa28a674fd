import { QueryError } from '../query-error.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame, needColumn } from '../frame/frame.ts';
import { compareKeys, groupRows } from './group-rows.ts';
import type { Options } from './options.ts';
import { aggregates, checkNames, texts } from './options.ts';

const NAMES = ['index', 'aggregates', 'columns', 'metric_fill_value', 'column_fill_value', 'drop_missing_columns', 'combine_value_with_metric', 'marginal_distributions', 'marginal_distribution_name'];

/** Wide table: one row per index value, one column per metric and combination of dimension values. */
export function pivot(frame: Frame, options: Options): Frame {
  checkNames('pivot', options, NAMES);
  const indexNames = texts(options['index']);
  const specs = aggregates(options['aggregates']);
  if (indexNames.length === 0) throw new QueryError('Pivot operation requires at least one index');
  if (specs.length === 0) throw new QueryError('Pivot operation must include at least one aggregate');
  const fillName = typeof options['column_fill_value'] === 'string' ? options['column_fill_value'] : '<NULL>';
  const fill = (options['metric_fill_value'] ?? null) as Cell;
  const index = indexNames.map((name) => needColumn(frame, name));
  const dimensions = texts(options['columns']).map((name) => {
    const column = needColumn(frame, name);
    return { ...column, values: column.values.map((value) => value ?? fillName) };
  });
  const sources = specs.map((spec) => needColumn(frame, spec.source));

  const rowGroups = groupRows(index, frame.rowCount, { isSorted: true, dropNull: true });
  const rowOf = new Int32Array(frame.rowCount).fill(-1);
  rowGroups.forEach((group, at) => group.rows.forEach((row) => (rowOf[row] = at)));
  const columnGroups = groupRows(dimensions, frame.rowCount, { isSorted: true, dropNull: false });

  const columns: { column: Column; dims: readonly Cell[]; metric: number; rows: readonly number[] }[] = [];
  specs.forEach((spec, metric) => {
    const source = sources[metric]!;
    for (const group of columnGroups) {
      const cells: Cell[][] = rowGroups.map(() => []);
      let occurs = false;
      for (const row of group.rows) {
        const at = rowOf[row]!;
        if (at < 0) continue;
        cells[at]!.push(source.values[row] ?? null);
        occurs = true;
      }
      if (!occurs) continue;
      const values = cells.map((list) => (list.length === 0 || list.every((value) => value === null) ? null : spec.fold(list)));
      if (options['drop_missing_columns'] !== false && values.every((value) => value === null)) continue;
      const dims = group.key.map(String);
      columns.push({ column: { key: [spec.target, ...dims], values: values.map((value) => value ?? fill) }, dims: group.key, metric, rows: group.rows.filter((row) => rowOf[row]! >= 0) });
    }
  });
  const names = specs.map(({ target }) => target);
  const order = names.map((name) => [...names].sort().indexOf(name));
  const isCombined = options['combine_value_with_metric'] === true;
  columns.sort((a, b) => (isCombined ? compareKeys(a.dims, b.dims) || order[a.metric]! - order[b.metric]! : order[a.metric]! - order[b.metric]! || compareKeys(a.dims, b.dims)));

  const indexColumns = index.map((column, at) => ({ ...column, key: [indexNames[at]!], values: rowGroups.map((group) => group.key[at] ?? null) }));
  let result = createFrame(columns.map(({ column }) => column), rowGroups.length, indexColumns);
  if (options['marginal_distributions'] === true) {
    result = withMargins(result, { specs, sources, rowGroups: rowGroups.map(({ rows }) => rows), columnRows: columns.map(({ rows }) => rows), name: String(options['marginal_distribution_name'] ?? 'All'), isWide: dimensions.length > 0 });
  }
  if (!isCombined || dimensions.length === 0) return result;
  return { ...result, columns: result.columns.map((column) => ({ ...column, key: [...column.key.slice(1), column.key[0]!] })) };
}

/** Adds a total column per metric and a total row. */
function withMargins(
  result: Frame,
  given: { readonly specs: ReturnType<typeof aggregates>; readonly sources: readonly Column[]; readonly rowGroups: readonly number[][]; readonly columnRows: readonly (readonly number[])[]; readonly name: string; readonly isWide: boolean },
): Frame {
  const { specs, sources, rowGroups, columnRows, name, isWide } = given;
  const columns = specs.flatMap((spec, metric) => {
    const source = sources[metric]!;
    const foldRows = (rows: readonly number[]): Cell => spec.fold(rows.map((row) => source.values[row] ?? null));
    const own = result.columns.filter((column) => column.key[0] === spec.target);
    // Totals fold the rows themselves: a mean of means would be none.
    const bottom = result.columns.flatMap((column, at) => (column.key[0] === spec.target ? [{ ...column, values: [...column.values, foldRows(columnRows[at]!)] }] : []));
    if (!isWide) return bottom;
    const perRow = rowGroups.map(foldRows);
    const levels = own[0]?.key.length ?? 2;
    return [...bottom, { key: [spec.target, name, ...Array.from({ length: levels - 2 }, () => '')], values: [...perRow, foldRows(rowGroups.flat())] }];
  });
  const index = result.index.map((column, at) => ({ key: column.key, values: [...column.values, at === 0 ? name : ''] }));
  return createFrame(columns, result.rowCount + 1, index);
}
