import { expect, it } from 'vitest';
import { readOptions } from './read-options.ts';

const read = (fields: Record<string, string>) => readOptions(new Map(Object.entries(fields)));

it('an empty form is a plain comma-separated file', () => {
  expect(read({})).toMatchObject({ delimiter: ',', headerRow: 0, skipRows: 0, rowsToRead: null, columnsRead: null, nullValues: null, decimalCharacter: '.', skipBlankLines: true, dayFirst: false });
});

it('reads lists as clients write them', () => {
  expect(read({ columns_read: 'a, b', null_values: '["","N/A"]', column_dates: '' })).toMatchObject({ columnsRead: ['a', 'b'], nullValues: ['', 'N/A'], columnDates: [] });
});

it('knows the names data frames have for types', () => {
  expect(read({ column_data_types: '{"a":"Int64","b":"float32","c":"datetime64[ns]","d":"object","e":"bool"}' }).columnTypes).toEqual({ a: 'bigint', b: 'double', c: 'timestamp', d: 'text', e: 'boolean' });
});

it.each([
  ['delimiter', '"'],
  ['header_row', 'x'],
  ['header_row', '-2'],
  ['rows_to_read', '0'],
  ['skip_rows', '-1'],
  ['day_first', 'maybe'],
  ['decimal_character', '5'],
  ['column_data_types', '[1]'],
  ['column_data_types', '{"a":"complex"}'],
])('400 for %s = %s', (field, value) => {
  expect(() => read({ [field]: value })).toThrowError(expect.objectContaining({ status: 400, body: { message: { [field]: [expect.any(String)] } } }) as Error);
});
