import type { QueryFilter } from '@orrery/sdk';
import type { SampleRow } from './sample-table.ts';
import { ODD_COLUMN, SAMPLE_ROWS } from './sample-table.ts';

/** A filter, and which rows it must leave. */
export interface FilterCase {
  readonly filter: QueryFilter;
  readonly keeps: (row: SampleRow) => boolean;
}

const at = SAMPLE_ROWS[100]!;
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const filter = (col: string, op: string, val?: unknown): QueryFilter => ({ col, op, ...(val !== undefined && { val }) }) as unknown as QueryFilter;

/** Every operator, with NULLs, quotes, backslashes and other scripts in the values. */
export const FILTER_CASES: readonly FilterCase[] = [
  { filter: filter('region', '==', 'north'), keeps: ({ region }) => region === 'north' },
  { filter: filter('region', '==', "O'Brien"), keeps: ({ region }) => region === "O'Brien" },
  { filter: filter('region', '==', '50% \\ off'), keeps: ({ region }) => region === '50% \\ off' },
  { filter: filter('region', '==', '東京 🗼'), keeps: ({ region }) => region === '東京 🗼' },
  { filter: filter('region', '==', '<empty string>'), keeps: ({ region }) => region === '' },
  { filter: filter('region', '==', '<NULL>'), keeps: ({ region }) => region === null },
  { filter: filter('region', '!=', 'süd'), keeps: ({ region }) => region !== null && region !== 'süd' },
  { filter: filter('region', '==', "\\' OR 1=1 -- "), keeps: () => false },
  { filter: filter('region', 'IN', ['north', "O'Brien"]), keeps: ({ region }) => region === 'north' || region === "O'Brien" },
  { filter: filter('region', 'IN', ['north', null]), keeps: ({ region }) => region === 'north' || region === null },
  { filter: filter('region', 'NOT IN', ['north', 'süd']), keeps: ({ region }) => region !== null && region !== 'north' && region !== 'süd' },
  { filter: filter('region', 'NOT IN', ['north', null]), keeps: ({ region }) => region !== null && region !== 'north' },
  { filter: filter('region', 'IS NULL'), keeps: ({ region }) => region === null },
  { filter: filter('region', 'IS NOT NULL'), keeps: ({ region }) => region !== null },
  { filter: filter('region', 'LIKE', '%or%'), keeps: ({ region }) => region?.includes('or') ?? false },
  { filter: filter('region', 'NOT LIKE', '%or%'), keeps: ({ region }) => region !== null && !region.includes('or') },
  { filter: filter('region', 'ILIKE', 'NORTH'), keeps: ({ region }) => region?.toLowerCase() === 'north' },
  { filter: filter('qty', 'LIKE', '1%'), keeps: ({ qty }) => qty !== null && String(qty).startsWith('1') },
  { filter: filter('qty', '>', 100), keeps: ({ qty }) => qty !== null && qty > 100 },
  { filter: filter('qty', '>=', '-5'), keeps: ({ qty }) => qty !== null && qty >= -5 },
  { filter: filter('qty', '<', -40), keeps: ({ qty }) => qty !== null && qty < -40 },
  { filter: filter('qty', '<=', 0), keeps: ({ qty }) => qty !== null && qty <= 0 },
  { filter: filter('price', 'IN', [1, 2.25]), keeps: ({ price }) => price === 1 || price === 2.25 },
  { filter: filter('amount', '==', 7.07), keeps: ({ amount }) => amount === 7.07 },
  { filter: filter('big', '==', 17), keeps: ({ big }) => big === '17' },
  { filter: filter('ok', 'IS TRUE'), keeps: ({ ok }) => ok === true },
  { filter: filter('ok', 'IS FALSE'), keeps: ({ ok }) => ok === false },
  { filter: filter('ok', '==', true), keeps: ({ ok }) => ok === true },
  { filter: filter('ok', '!=', true), keeps: ({ ok }) => ok === false },
  { filter: filter('ts', 'TEMPORAL_RANGE', `${iso(at.ts)} : 2024-02-10T12:30:00`), keeps: ({ ts }) => ts >= Date.parse(`${iso(at.ts)}Z`) && ts < Date.UTC(2024, 1, 10, 12, 30) },
  { filter: filter('tz', 'TEMPORAL_RANGE', '2024-01-01T06:00:00 : 2024-02-10T12:30:00'), keeps: ({ tz }) => tz >= Date.UTC(2024, 0, 1, 6) && tz < Date.UTC(2024, 1, 10, 12, 30) },
  { filter: filter('d', 'TEMPORAL_RANGE', '2024-01-01 : 2024-02-01'), keeps: ({ d }) => d >= Date.UTC(2024, 0, 1) && d < Date.UTC(2024, 1, 1) },
  { filter: filter('ep', 'TEMPORAL_RANGE', '2024-01-01 : 2024-02-01'), keeps: ({ ep }) => ep >= Date.UTC(2024, 0, 1) / 1000 && ep < Date.UTC(2024, 1, 1) / 1000 },
  { filter: filter('ts', '>=', Date.UTC(2024, 0, 15)), keeps: ({ ts }) => ts >= Date.UTC(2024, 0, 15) },
  { filter: filter('d', '==', at.d), keeps: ({ d }) => d === at.d },
  { filter: filter(ODD_COLUMN, '==', 'v1'), keeps: ({ odd }) => odd === 'v1' },
];
