import { describe, expect, it } from 'vitest';
import { declaredType, fieldType, genericOf } from './column-types.ts';
import { converterOf, parseInstant } from './convert.ts';

describe('values of MySQL', () => {
  it('reads instants; zero dates are none', () => {
    expect(['2024-02-29', '2024-02-29 12:34:56.789123', '0000-00-00', '2024-00-00 00:00:00', '0099-01-01'].map(parseInstant)).toEqual([Date.UTC(2024, 1, 29), Date.UTC(2024, 1, 29, 12, 34, 56, 789), null, null, Date.parse('0099-01-01T00:00:00Z')]);
  });

  it('keeps the digits of large whole numbers', () => {
    expect(['18446744073709551615', '12.50', 7].map(converterOf('BIGINT UNSIGNED'))).toEqual(['18446744073709551615', 12.5, 7]);
    expect(converterOf('BIT')(Buffer.from([1, 2]))).toBe(258);
  });

  it('takes TINYINT(1) as boolean, other numbers in it as they are', () => {
    expect([1, 0, 5, null].map(converterOf('BOOLEAN'))).toEqual([true, false, 5, null]);
    expect([fieldType({ name: 'a', columnType: 1, columnLength: 1 }), fieldType({ name: 'a', columnType: 1, columnLength: 4 }), fieldType({ name: 'a', columnType: 1, columnLength: 1, flags: 32 })]).toEqual(['BOOLEAN', 'TINYINT', 'TINYINT UNSIGNED']);
  });

  it('names types', () => {
    expect(['int(11)', 'bigint(20) unsigned', 'tinyint(1)', 'varchar(20)', 'decimal(10,2)', 'datetime(3)', "enum('a','b')"].map(declaredType)).toEqual(['INT', 'BIGINT UNSIGNED', 'BOOLEAN', 'VARCHAR(20)', 'DECIMAL(10,2)', 'DATETIME(3)', 'ENUM']);
    expect(['INT UNSIGNED', 'DATETIME(3)', 'BOOLEAN', 'TIME', 'JSON'].map(genericOf)).toEqual([0, 2, 3, 1, 1]);
    expect([fieldType({ name: 'a', columnType: 252, characterSet: 45 }), fieldType({ name: 'a', columnType: 252, characterSet: 63 })]).toEqual(['TEXT', 'BLOB']);
  });

  it('makes text of bytes', () => {
    expect(converterOf('BLOB')(Buffer.from('ä'))).toBe('ä');
  });
});
