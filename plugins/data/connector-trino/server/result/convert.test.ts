import { describe, expect, it } from 'vitest';
import { parsePage } from '../client/page.ts';
import { genericOf } from './column-types.ts';
import { converterOf } from './convert.ts';
import { parseInstant } from './zoned-instant.ts';

describe('values of Trino', () => {
  it('tells types apart', () => {
    const types = ['bigint', 'decimal(38,10)', 'real', 'boolean', 'date', 'timestamp(6)', 'timestamp(3) with time zone', 'time(3)', 'varchar(20)', 'array(bigint)', 'interval day to second', 'row(a bigint)'];
    expect(types.map(genericOf)).toEqual([0, 0, 0, 3, 2, 2, 2, 1, 1, 1, 1, 1]);
  });

  it('reads instants, with zones by name and by offset, also where clocks change', () => {
    const texts = ['2024-02-29', '2024-02-29 12:34:56', '2024-02-29 12:34:56.789123456', '2024-02-29 12:34:56.789 UTC', '2024-02-29 12:34:56 +05:30', '2024-07-01 12:00:00.000 Europe/Berlin', '2024-03-31 03:00:00 Europe/Berlin', '2024-03-31 01:59:59 Europe/Berlin', '1900-01-01 00:00', '2024-01-01 00:00:00 No/Where'];
    const at = Date.UTC(2024, 1, 29, 12, 34, 56);
    expect(texts.map(parseInstant)).toEqual([
      Date.UTC(2024, 1, 29), at, at + 789, at + 789, at - 5.5 * 3_600_000, Date.UTC(2024, 6, 1, 10), Date.UTC(2024, 2, 31, 1), Date.UTC(2024, 2, 31, 0, 59, 59), Date.UTC(1900, 0, 1), null,
    ]);
  });

  it('keeps the digits of long whole numbers', () => {
    const { data } = parsePage('{"data":[[9007199254740993,-9007199254740993,1.2345678901234567,1.2345678901234567E20,"1234567890123456789"]]}');
    expect(data).toEqual([['9007199254740993', '-9007199254740993', 1.2345678901234567, 1.2345678901234567e20, '1234567890123456789']]);
    expect(['1.25', '123456789012345678901234567890', 'NaN'].map(converterOf({ name: 'x', type: 'decimal(38,2)' }))).toEqual([1.25, '123456789012345678901234567890', Number.NaN]);
  });

  it('gives rows as JSON with the names of their fields', () => {
    const row = { rawType: 'row', arguments: [{ value: { fieldName: { name: 'a' }, typeSignature: { rawType: 'bigint' } } }, { value: { fieldName: null, typeSignature: { rawType: 'varchar' } } }] };
    const convert = converterOf({ name: 'x', type: 'array(row(a bigint, varchar))', typeSignature: { rawType: 'array', arguments: [{ value: row }] } });
    expect([[[1, 'x'], null], null].map(convert)).toEqual(['[{"a":1,"field1":"x"},null]', null]);
    expect(converterOf({ name: 'm', type: 'map(varchar, row(a bigint))', typeSignature: { rawType: 'map', arguments: [{ value: { rawType: 'varchar' } }, { value: row }] } })({ k: [1, 'y'] })).toBe('{"k":{"a":1,"field1":"y"}}');
    expect(converterOf({ name: 'b', type: 'varbinary' })(Buffer.from('ä').toString('base64'))).toBe('ä');
  });
});
