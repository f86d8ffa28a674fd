import { describe, expect, it } from 'vitest';
import { toCsv } from './to-csv.ts';

describe('toCsv', () => {
  it('writes times in ISO 8601, NULL as nothing, and quotes what must be', () => {
    const result = { colnames: ['day', 'say "it"', 'n'], coltypes: [2, 1, 0] as const, rowcount: 2, data: [{ day: 0, 'say "it"': 'a,b', n: 1.5 }, { day: null, 'say "it"': 'x\ny', n: null }] };
    expect(toCsv(result)).toBe('day,"say ""it""",n\r\n1970-01-01T00:00:00.000Z,"a,b",1.5\r\n,"x\ny",\r\n');
  });

  it('keeps spreadsheets from running texts as formulas, but leaves numbers alone', () => {
    const result = { colnames: ['t'], coltypes: [1] as const, rowcount: 4, data: [{ t: '=1+1' }, { t: '@x' }, { t: '-5.2%' }, { t: '-cmd' }] };
    expect(toCsv(result)).toBe("t\r\n'=1+1\r\n'@x\r\n-5.2%\r\n'-cmd\r\n");
  });
});
