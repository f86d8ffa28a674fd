import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lineOfRecord, scanRecords } from './scan-records.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'orrery-scan-'));
const file = path.join(folder, 'a.csv');
afterAll(() => rmSync(folder, { recursive: true }));

async function scan(text: string, delimiter = ','): Promise<{ lines: number[]; blank: number[]; unclosed: number | undefined }> {
  writeFileSync(file, text);
  const lines: number[] = [];
  const blank: number[] = [];
  const unclosed = await scanRecords(file, delimiter, (record) => void (record.isBlank ? blank : lines).push(record.line));
  return { lines, blank, unclosed };
}

describe('records of a CSV file', () => {
  it.each([
    ['a,b\nc,d\n', [1, 2], []],
    ['a\r\n\r\nb', [1, 3], [2]],
    ['a\rb\r', [1, 2], []],
    ['"x\ny",1\nz,2\n', [1, 3], []],
    ['"x\r\ny",1\r\nz,2', [1, 3], []],
    ['"a ""b""\n""",1\nc\n', [1, 3], []],
    ['a"b,c\n"d"\n', [1, 2], []],
    ['a, "b\n",c\nd', [1, 3], []],
    ['"",""\n""\n', [1, 2], []],
  ])('%j begin at lines %j', async (text, lines, blank) => {
    expect(await scan(text)).toEqual({ lines, blank, unclosed: undefined });
  });

  it('a delimiter of several characters begins a field', async () => {
    expect((await scan('a||"b\n"||c\nd||"\n', '||')).unclosed).toBe(3);
    expect((await scan('a|"b\nc\n', '||')).lines).toEqual([1, 2]);
  });

  it('tells where a quote is never closed', async () => {
    expect((await scan('a\n\n1,"x\n2,3\n')).unclosed).toBe(3);
    expect((await scan('a\n1,"x""')).unclosed).toBe(2);
  });

  it('finds the line of a record, blank lines counted or not', async () => {
    writeFileSync(file, 'a\n\n"b\nc"\nd\n');
    expect(await lineOfRecord(file, ',', 2, false)).toBe(5);
    expect(await lineOfRecord(file, ',', 2, true)).toBe(3);
  });
});
