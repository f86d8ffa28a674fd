import { GenericType } from '@orrery/sdk';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { compareCells, createFrame, flatLabel, genericOfColumn } from '../frame/frame.ts';
import { QueryError } from '../query-error.ts';
import type { Season } from './forecast/fit-forecast.ts';
import { fitForecast } from './forecast/fit-forecast.ts';
import { futureTimes } from './forecast/future-times.ts';
import type { Options } from './options.ts';
import { checkNames } from './options.ts';

const NAMES = ['time_grain', 'periods', 'confidence_interval', 'yearly_seasonality', 'weekly_seasonality', 'daily_seasonality', 'index'];
const MAX_PERIODS = 10_000;

function seasonOf(options: Options, name: string): Season {
  const value = options[name] ?? null;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  throw new QueryError(`\`${name}\` must be a boolean, a number or null.`);
}

function isForecastable(column: Column): boolean {
  return genericOfColumn(column) === GenericType.Numeric && column.values.every((value) => typeof value === 'number');
}

/** Extends every series of numbers into the future, with an interval (contract §6). Others are kept as they are. */
export async function prophet(frame: Frame, options: Options): Promise<Frame> {
  checkNames('prophet', options, NAMES);
  const grain = options['time_grain'];
  if (typeof grain !== 'string' || grain === '') throw new QueryError('Time grain missing');
  const periods = Number(options['periods']);
  if (!Number.isInteger(periods) || periods < 0 || periods > MAX_PERIODS) throw new QueryError(`Periods must be a whole number, at most ${MAX_PERIODS}`);
  const confidence = Number(options['confidence_interval']);
  if (!(confidence > 0 && confidence < 1)) throw new QueryError('Confidence interval must be between 0 and 1 (exclusive)');
  const index = typeof options['index'] === 'string' && options['index'] !== '' ? options['index'] : '__timestamp';
  const all = [...frame.index, ...frame.columns];
  const axis = all.find(({ key }) => flatLabel(key) === index);
  if (!axis || axis.values.some((value) => typeof value !== 'number')) throw new QueryError('DataFrame must include temporal column');
  const series = all.filter((column) => column !== axis);
  if (series.length === 0) throw new QueryError('DataFrame include at least one series');
  if (frame.rowCount < 2) throw new QueryError('A forecast needs at least two points in time. Choose a longer time range or a finer time grain.');

  const order = Array.from({ length: frame.rowCount }, (_, row) => row).sort((a, b) => compareCells(axis.values[a] ?? null, axis.values[b] ?? null));
  const times = order.map((row) => Number(axis.values[row]));
  const future = futureTimes(times.at(-1) ?? 0, grain, periods);
  if (!future) throw new QueryError(`Unsupported time grain: ${grain}`);
  const asked = [...times, ...future];
  const model = { confidence, yearly: seasonOf(options, 'yearly_seasonality'), weekly: seasonOf(options, 'weekly_seasonality'), daily: seasonOf(options, 'daily_seasonality') };

  const columns: Column[] = [{ key: [index], values: asked, generic: GenericType.Temporal }];
  for (const column of series) {
    const known = order.map((row): Cell => column.values[row] ?? null);
    const extended: Column = { ...column, values: [...known, ...future.map(() => null)] };
    if (isForecastable(column)) {
      const { expected, lower, upper } = await fitForecast(times, known.map(Number), asked, model);
      const name = flatLabel(column.key);
      const part = (suffix: string, values: readonly number[]): Column => ({ key: [`${name}__${suffix}`], values, generic: GenericType.Numeric });
      columns.push(part('yhat', expected), part('yhat_lower', lower), part('yhat_upper', upper));
    }
    columns.push(extended);
  }
  return createFrame(columns, asked.length);
}
