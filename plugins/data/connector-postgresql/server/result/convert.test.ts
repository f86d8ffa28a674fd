import { describe, expect, it } from 'vitest';
import { shortTypeName } from './column-types.ts';
import { converterOf } from './convert.ts';
import { parseInstant } from './parse-instant.ts';

describe('values of PostgreSQL', () => {
  it('reads instants', () => {
    expect(parseInstant('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
    expect(parseInstant('2024-02-29 12:34:56.789123')).toBe(Date.UTC(2024, 1, 29, 12, 34, 56, 789));
    expect(parseInstant('2024-02-29 12:00:00.5+05:30')).toBe(Date.UTC(2024, 1, 29, 6, 30, 0, 500));
    expect(parseInstant('0044-03-15 BC')).toBe(Date.parse('-000043-03-15T00:00:00Z'));
    expect(parseInstant('0001-01-01')).toBe(Date.parse('0001-01-01T00:00:00Z'));
    expect([parseInstant('infinity'), parseInstant('294276-12-31')]).toEqual([null, null]);
  });

  it('keeps the digits of long numbers, as far as their types mean them', () => {
    expect(['9007199254740993', '-12345678901234567890', '9007199254740991', '1.50', '12345678901234567.8900', 'NaN'].map(converterOf(1700)!)).toEqual(['9007199254740993', '-12345678901234567890', 9007199254740991, 1.5, '12345678901234567.89', Number.NaN]);
    expect(['0.30000000000000004', '100000000000000000000', '-Infinity'].map(converterOf(701)!)).toEqual([0.30000000000000004, 1e20, Number.NEGATIVE_INFINITY]);
  });

  it('makes JSON of arrays and text of bytes', () => {
    expect(converterOf(1007)!('{1,NULL,3}')).toBe('[1,null,3]');
    expect(converterOf(1009)!('{"a \\"b\\"",c,"NULL",{d}}')).toBe('["a \\"b\\"","c","NULL",["d"]]');
    expect(converterOf(1000)!('[2:3]={t,f}')).toBe('[true,false]');
    expect(converterOf(17)!('\\xc3a4')).toBe('ä');
    expect(converterOf(3802)).toBeNull();
  });

  it('names types shortly', () => {
    expect(['character varying(20)', 'timestamp without time zone', 'timestamp(3) with time zone', 'numeric(10,2)', 'integer[]', 'character(3)'].map(shortTypeName)).toEqual(['VARCHAR(20)', 'TIMESTAMP', 'TIMESTAMP(3) WITH TIME ZONE', 'NUMERIC(10,2)', 'INTEGER[]', 'CHAR(3)']);
  });
});
