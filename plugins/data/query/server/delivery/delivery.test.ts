import { GenericType } from '@orrery/sdk';
import { describe, expect, it } from 'vitest';
import { createFrame } from '../frame/frame.ts';
import type { RawItem } from '../result/raw-item.ts';
import { shapeFrame } from '../result/shape-result.ts';
import { columnPieces } from './encode-columns.ts';
import { escapeFormula, fileText } from './file-cell.ts';
import { disposition } from './file-name.ts';
import { itemTable } from './item-table.ts';
import type { TableBatch, TableStream } from './table-stream.ts';
import { CUT_NOTE, writeSheet } from './write-xlsx.ts';
import { xlsxCell } from './xlsx-cell.ts';

async function oddItem(): Promise<RawItem> {
  const columns = [
    { key: ['a "b", c'], values: ['x,"y"}', null, '\\', 'ü\u2028\n'] },
    { key: ['n'], values: [1.5e-7, -3, null, 12345678901] },
    { key: ['list'], values: [[1, 2.5], null, [], [3]] },
    { key: ['ok'], values: [true, false, null, true] },
  ];
  return shapeFrame(createFrame(columns, 4));
}

async function batchesOf(table: TableStream): Promise<TableBatch[]> {
  const found: TableBatch[] = [];
  for await (const batch of table.batches) found.push(batch);
  return found;
}

describe('rows read from their own bytes', () => {
  it('are the values that were written, whatever they hold', async () => {
    const item = await oddItem();
    const rows = JSON.parse(item.data.toString()) as Record<string, unknown>[];
    const expected = item.head.colnames.map((name) => rows.map((row) => row[name]));
    expect(await batchesOf(itemTable(item))).toEqual([{ columns: expected, rowCount: 4 }]);
    expect(JSON.parse(Buffer.concat([...(await columnPieces(item))]).toString())).toMatchObject({ colnames: item.head.colnames, columns: expected });
  });

  it('are none for an empty result', async () => {
    const item = await shapeFrame(createFrame([{ key: ['a'], values: [] }], 0));
    expect(await batchesOf(itemTable(item))).toEqual([]);
    expect(JSON.parse(Buffer.concat([...(await columnPieces(item))]).toString())).toMatchObject({ columns: [[]] });
  });
});

describe('[contract §3.5] cells of files', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['  @x', "'  @x"],
    ['""-x|y', "'\"\"-x\\|y"],
    ['-12.5', '-12.5'],
    ['a=b', 'a=b'],
    ['-', "'-"],
  ])('writes %j as %j', (text, written) => expect(escapeFormula(text)).toBe(written));

  it('writes instants readable, with fractions where there are any', () => {
    expect(fileText(Date.UTC(2024, 1, 29, 1, 2, 3), GenericType.Temporal)).toBe('2024-02-29 01:02:03');
    expect(fileText(Date.UTC(1890, 0, 1) + 5, GenericType.Temporal)).toBe('1890-01-01 00:00:00.005');
    expect([fileText(null, 0), fileText(Number.NaN, 0), fileText(1e21, 0)]).toEqual(['', '', '1e+21']);
  });

  it('keeps sheets well formed', () => {
    expect(xlsxCell('a<b>&\u0001_x0041_\ud800', 1)).toBe('<c t="inlineStr"><is><t xml:space="preserve">a&lt;b&gt;&amp;_x0001__x005F_x0041_\ufffd</t></is></c>');
    expect(xlsxCell(Date.UTC(2024, 0, 1, 12), GenericType.Temporal)).toBe('<c s="1"><v>45292.5</v></c>');
    expect(xlsxCell(Date.UTC(1899, 0, 1), GenericType.Temporal)).toContain('1899-01-01 00:00:00');
    expect(xlsxCell('x'.repeat(40_000), 1).length).toBeLessThan(33_000);
  });

  it('says in the last row of a sheet that rows were left out, and only then', async () => {
    const table = (rows: number): TableStream => ({ names: ['a'], types: [0], batches: (async function* () { yield { columns: [Array.from({ length: rows }, (_, at) => at)], rowCount: rows }; })() });
    const rowsOf = async (rows: number): Promise<string[]> => {
      const pieces: Buffer[] = [];
      for await (const piece of writeSheet(table(rows), {}, 5)) pieces.push(piece);
      return Buffer.concat(pieces).toString().match(/<row>.*?<\/row>/g) ?? [];
    };
    const [fits, cut] = [await rowsOf(4), await rowsOf(5)];
    expect([fits.length, fits.at(-1)]).toEqual([5, '<row><c><v>3</v></c></row>']);
    expect([cut.length, cut.at(-2)]).toEqual([5, '<row><c><v>2</v></c></row>']);
    expect(cut.at(-1)).toContain(CUT_NOTE);
  });

  it('names files after the time, and the chart where it is known', () => {
    const now = new Date('2024-05-06T07:08:09Z');
    expect(disposition('csv', undefined, now)).toBe('attachment; filename="20240506_070809.csv"');
    expect(disposition('csv', 'a"\r\nx: y/é', now)).toBe(`attachment; filename="a_x_y_e_20240506_070809.csv"; filename*=UTF-8''a%20x%20y%20%C3%A9_20240506_070809.csv`);
  });
});
