import { QueryError } from '../query-error.ts';
import type { Cell, Frame } from '../frame/frame.ts';
import { columnsOf, takeRows, toNumber, withColumns } from '../frame/frame.ts';
import { mean, quantile, sum, variance } from './aggregators.ts';
import type { Options } from './options.ts';
import { checkNames, renames } from './options.ts';
import { textOf } from '../context/text-of.ts';

const NAMES = ['columns', 'rolling_type', 'window', 'min_periods', 'center', 'win_type', 'rolling_type_options'];

type Fold = (values: readonly number[]) => number | null;

/** Moment-based skewness and kurtosis, corrected for small samples. */
function skew(values: readonly number[]): number | null {
  const [n, centre] = [values.length, mean(values)];
  if (n < 3 || centre === null) return null;
  const m2 = sum(values.map((value) => (value - centre) ** 2)) / n;
  const m3 = sum(values.map((value) => (value - centre) ** 3)) / n;
  return m2 === 0 ? 0 : (Math.sqrt(n * (n - 1)) / (n - 2)) * (m3 / m2 ** 1.5);
}

function kurt(values: readonly number[]): number | null {
  const [n, centre] = [values.length, mean(values)];
  if (n < 4 || centre === null) return null;
  const m2 = sum(values.map((value) => (value - centre) ** 2));
  const m4 = sum(values.map((value) => (value - centre) ** 4));
  if (m2 === 0) return 0;
  const adjusted = (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
  return (n * (n + 1) * (n - 1) * m4) / ((n - 2) * (n - 3) * m2 ** 2) - adjusted;
}

function foldOf(type: string, options: Options): Fold {
  const folds: Readonly<Record<string, Fold>> = {
    count: (values) => values.length,
    sum,
    mean,
    median: (values) => quantile(values, 0.5),
    min: (values) => (values.length > 0 ? Math.min(...values) : null),
    max: (values) => (values.length > 0 ? Math.max(...values) : null),
    std: (values) => {
      const found = variance(values, Number(options['ddof'] ?? 1));
      return found === null ? null : Math.sqrt(found);
    },
    var: (values) => variance(values, Number(options['ddof'] ?? 1)),
    // Of a column with itself.
    cov: (values) => variance(values, Number(options['ddof'] ?? 1)),
    corr: (values) => ((variance(values, 1) ?? 0) > 0 ? 1 : null),
    skew,
    kurt,
    quantile: (values) => quantile(values, Number(options['quantile'] ?? options['q'])),
  };
  const fold = Object.hasOwn(folds, type) ? folds[type] : undefined;
  if (!fold) throw new QueryError(`Invalid rolling_type: ${type}`);
  return fold;
}

/** Folds a window that ends at (or centres on) each row; rows without enough values before them are cut off. */
export function rolling(frame: Frame, options: Options): Frame {
  checkNames('rolling', options, NAMES);
  const window = options['window'];
  if (typeof window !== 'number' || !(window > 0)) throw new QueryError('Window must be > 0');
  if (options['win_type']) throw new QueryError('Weighted windows are not available.');
  const type = textOf(options['rolling_type'] ?? '');
  const fold = foldOf(type, (options['rolling_type_options'] ?? {}) as Options);
  const minPeriods = typeof options['min_periods'] === 'number' ? options['min_periods'] : window;
  const ahead = options['center'] === true ? Math.floor((window - 1) / 2) : 0;
  const changed = renames(options['columns']).flatMap(([from, to]) =>
    columnsOf(frame, from).map((column) => {
      const numbers = column.values.map(toNumber);
      const values = numbers.map((_, row): Cell => {
        const rows = numbers.slice(Math.max(0, row + ahead - window + 1), row + ahead + 1);
        const inside = rows.filter((value): value is number => value !== null);
        // Counting needs rows, all else needs values.
        return (type === 'count' ? rows : inside).length < minPeriods ? null : fold(inside);
      });
      return { key: [to ?? from, ...column.key.slice(1)], values };
    }),
  );
  const result = withColumns(frame, changed);
  const cut = typeof options['min_periods'] === 'number' && options['min_periods'] > 0 ? options['min_periods'] - 1 : 0;
  return cut > 0 ? takeRows(result, Array.from({ length: Math.max(0, frame.rowCount - cut) }, (_, at) => at + cut)) : result;
}
