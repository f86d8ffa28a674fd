import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DatabaseService } from '../../plugins/app/database/contract.ts';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { zip } from './bundles.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';
import { addUploadDatabase, sendFile } from './upload-kit.ts';

// Each upload starts an engine of its own, which takes its time where others compute too.
vi.setConfig({ testTimeout: 120_000 });

let app: TestApp;
let database: number;
let databases: DatabaseService;

beforeAll(async () => {
  const reader = fakePlugin({ id: 'reader', dependencies: { database: '^0.1.0' } }, { requires: { service: DatabaseService }, activate: (_ctx: unknown, { service }: { service: DatabaseService }) => void (databases = service) });
  app = await startApp({ more: ['data/upload'], extra: [reader], config: { conf: { UPLOAD_MAX_BYTES: 3_000_000 } } });
  database = await addUploadDatabase(app);
  await app.signedIn('gamma', 'Gamma');
  await app.signedIn('alpha', 'Alpha');
}, 60_000);
afterAll(() => app.close());

async function rowsOf(sql: string, id = database): Promise<{ types: string[]; names: string[]; rows: unknown[][] }> {
  const { connection } = await databases.connect(id);
  const { columns, batches } = await connection.execute(sql, { mode: 'read', maxRows: 1000, timeoutMs: 20_000, signal: new AbortController().signal });
  const rows: unknown[][] = [];
  for await (const batch of batches) for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map((column) => column[row]));
  return { types: columns.map(({ type }) => type), names: columns.map(({ name }) => name), rows };
}

let count = 0;
/** Uploads a text into a new table and answers what came of it. */
async function csv(text: string | Buffer, fields: Record<string, string> = {}) {
  const table = fields['table_name'] ?? `t${(count += 1)}`;
  const answer = await sendFile(app, `${database}/upload/`, { name: 'a.csv', bytes: text }, { type: 'csv', table_name: table, ...fields });
  return { ...answer, table, ...(answer.status === 201 ? await rowsOf(`SELECT * FROM "${table.replaceAll('"', '""')}"`) : { types: [], names: [], rows: [] }) };
}

describe('CSV', () => {
  it('types every column by all its values', async () => {
    const { status, json, types, names, rows } = await csv(
      'whole,big,real,truth,day,moment,loose,zip,name,empty\n1,3000000000,1.5,true,2024-01-31,2024-01-31 10:00:00,2/24/2003,01234,Ann,\n,,,,,,,,,\n-2,1,2,FALSE,2024-02-01,2024-02-01T11:30:00Z,12/1/2003,1,N/A,\n',
    );
    expect([status, json]).toEqual([201, { message: 'OK' }]);
    expect(names).toEqual(['whole', 'big', 'real', 'truth', 'day', 'moment', 'loose', 'zip', 'name', 'empty']);
    expect(types).toEqual(['INTEGER', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'DATE', 'VARCHAR', 'VARCHAR', 'VARCHAR']);
    expect(rows).toEqual([
      [1, 3_000_000_000, 1.5, true, Date.UTC(2024, 0, 31), Date.UTC(2024, 0, 31, 10), Date.UTC(2003, 1, 24), '01234', 'Ann', null],
      Array(10).fill(null),
      [-2, 1, 2, false, Date.UTC(2024, 1, 1), Date.UTC(2024, 1, 1, 11, 30), Date.UTC(2003, 11, 1), '1', null, null],
    ]);
  });

  it('makes a dataset the uploader owns', async () => {
    const { table } = await csv('day,n\n2024-01-01,1\n');
    const { json } = await app.admin.get(withQ('/api/v1/dataset/', { filters: [{ col: 'table_name', opr: 'eq', value: table }], columns: ['id', 'table_name', 'owners.id'] }));
    const [dataset] = (json as { result: { id: number; owners: { id: number }[] }[] }).result;
    expect(dataset?.owners.map(({ id }) => id)).toEqual([app.adminId]);
    const shown = (await app.admin.get(`/api/v1/dataset/${dataset?.id}`)).json as { result: { main_dttm_col: string; columns: { column_name: string; is_dttm: boolean }[] } };
    expect(shown.result.main_dttm_col).toBe('day');
    expect(shown.result.columns.map(({ column_name, is_dttm }) => [column_name, is_dttm])).toEqual([['day', true], ['n', false]]);
    await csv('day,n,more\n2024-01-01,1,x\n', { table_name: table, already_exists: 'replace' });
    const again = (await app.admin.get(`/api/v1/dataset/${dataset?.id}`)).json as typeof shown;
    expect(again.result.columns.map(({ column_name }) => column_name).sort()).toEqual(['day', 'more', 'n']);
  });

  it('[stack S7] a row that is too long is an error with its line; one that is too short is filled up', async () => {
    const { status, json } = await csv('a,b\n1,2\n\n"x\ny",3\n4,5,6\n');
    expect(status).toBe(422);
    expect(json.message).toContain('Line 6 has 3 fields, but there are 2 columns.');
    expect((await csv('a,b\n1,2\n3\n')).rows).toEqual([[1, 2], [3, null]]);
    const open = await csv('a,b\n1,"x\n3,4\n');
    expect([open.status, open.json.message]).toEqual([422, expect.stringContaining('Line 2 has a quote that is not closed')]);
    // With a quoted line break before it the engine reads in order, and would lose the rest of the file without a word.
    const later = await csv('a,b\n"x\ny",2\n1,"z\n3,4\n');
    expect([later.status, later.json.message]).toEqual([422, 'Line 4 has a quote that is not closed.']);
    expect((await csv('a,b\n"x ""y\n""",2\n\n3"4,5\n')).rows).toEqual([['x "y\n"', 2], ['3"4', 5]]);
  });

  it('names the line and column of a value that is none of the type asked for', async () => {
    const { status, json } = await csv('id,price\n1,2\n"multi\nline",3\n4,abc\n', { column_data_types: '{"price":"float64"}' });
    expect([status, json.message]).toEqual([422, 'Line 5, column "price": "abc" is not a number.']);
    expect((await csv('d\n2024-01-01\nsoon\n', { column_dates: 'd' })).json.message).toBe('Line 3, column "d": "soon" is not a date or time.');
  });

  it.each([
    ['delimiter', 'a;b\n1;"x;y"\n', { delimiter: ';' }, ['a', 'b'], [[1, 'x;y']]],
    ['tabs', 'a\tb\n1\t2\n', { delimiter: '\\t' }, ['a', 'b'], [[1, 2]]],
    ['header row', 'title\n\na,b\n1,2\n', { header_row: '1' }, ['a', 'b'], [[1, 2]]],
    ['no header', '1,2\n3,4\n', { header_row: '-1' }, ['column_1', 'column_2'], [[1, 2], [3, 4]]],
    ['skipped rows', 'x\ny"\na,b\n1,2\n', { skip_rows: '2' }, ['a', 'b'], [[1, 2]]],
    ['rows to read', 'a\n1\n2\n3\n', { rows_to_read: '2' }, ['a'], [[1], [2]]],
    ['columns to read', 'a,b,c\n1,2,3\n', { columns_read: 'c,a' }, ['a', 'c'], [[1, 3]]],
    ['null values', 'a,b\nx,1\n-,N/A\n', { null_values: '-' }, ['a', 'b'], [['x', '1'], [null, 'N/A']]],
    ['decimal comma', 'a;b\n1,5;x\n-2,25;y\n', { delimiter: ';', decimal_character: ',' }, ['a', 'b'], [[1.5, 'x'], [-2.25, 'y']]],
    ['days first', 'd\n01/02/2024\n', { day_first: 'true' }, ['d'], [[Date.UTC(2024, 1, 1)]]],
    ['months first', 'd\n01/02/2024\n', {}, ['d'], [[Date.UTC(2024, 0, 2)]]],
    ['blank lines kept', 'a,b\n1,2\n\n3,4\n', { skip_blank_lines: 'false' }, ['a', 'b'], [[1, 2], [null, null], [3, 4]]],
    ['initial space', 'a, b\nx, y\n', { skip_initial_space: 'true' }, ['a', 'b'], [['x', 'y']]],
    ['types', 'a,b\n007,1\n', { column_data_types: '{"a":"Int64","b":"string"}' }, ['a', 'b'], [[7, '1']]],
    ['index as column', 'a,b\nx,1\n', { dataframe_index: 'true', index_label: 'n' }, ['n', 'a', 'b'], [[0, 'x', 1]]],
    ['index column', 'a,b\nx,1\n', { index_column: 'b', dataframe_index: 'true' }, ['b', 'a'], [[1, 'x']]],
    ['index column dropped', 'a,b\nx,1\n', { index_column: 'b' }, ['a'], [['x']]],
    ['names', 'select,,a,A,"q""uote",ünï code\n1,2,3,4,5,6\n', {}, ['select', 'Unnamed: 1', 'a', 'A.1', 'q"uote', 'ünï code'], [[1, 2, 3, 4, 5, 6]]],
    ['only a header', 'a,b\n', {}, ['a', 'b'], []],
    ['no line break at the end, CRLF', 'a,b\r\n1,2\r\n3,"x\r\ny"', {}, ['a', 'b'], [[1, '2'], [3, 'x\r\ny']]],
    ['whole numbers no type holds', 'a\n123456789012345678901\n', {}, ['a'], [['123456789012345678901']]],
  ] as const)('%s', async (_name, text, fields, names, rows) => {
    const answer = await csv(text, { ...fields });
    expect(answer.json).toEqual({ message: 'OK' });
    expect([answer.names, answer.rows]).toEqual([names, rows]);
  });

  it.each([
    ['UTF-8 with mark', Buffer.from('\ufeffnäme\nÖl€\n')],
    ['UTF-16 little', Buffer.from('\ufeffnäme\nÖl€\n', 'utf16le')],
    ['UTF-16 big', Buffer.from('\ufeffnäme\nÖl€\n', 'utf16le').swap16()],
    ['Latin-1', Buffer.from([0x6e, 0xe4, 0x6d, 0x65, 0x0a, 0xd6, 0x6c, 0x80, 0x0a])],
  ])('reads %s', async (_name, bytes) => {
    const { names, rows } = await csv(bytes);
    expect([names, rows]).toEqual([['näme'], [['Öl€']]]);
  });

  it('table names are names, whatever is in them', async () => {
    const { status, rows } = await csv('a\n1\n', { table_name: 'x"; DROP TABLE "t1"; -- ü' });
    expect([status, rows]).toEqual([201, [[1]]]);
  });
});

describe('a table that is there', () => {
  it('fails, is replaced, or grows; a failed upload leaves it as it was', async () => {
    await csv('a,b\n1,x\n', { table_name: 'kept' });
    const fails = await csv('a,b\n2,y\n', { table_name: 'kept' });
    expect([fails.status, fails.json.message]).toEqual([422, 'The table "kept" already exists. Choose another name, or set already_exists to replace or append.']);
    expect((await csv('b,a\ny,2\n', { table_name: 'kept', already_exists: 'append' })).rows).toEqual([[1, 'x'], [2, 'y']]);
    expect((await csv('a,b\nlots,y\n', { table_name: 'kept', already_exists: 'append' })).json.message).toBe('Line 2, column "a": "lots" is not a whole number.');
    expect((await csv('a,c\n1,y\n', { table_name: 'kept', already_exists: 'append' })).json.message).toContain('has no column "c"');
    expect((await csv('a\n1,2\n', { table_name: 'kept', already_exists: 'replace' })).status).toBe(422);
    expect((await rowsOf('SELECT * FROM kept')).rows).toEqual([[1, 'x'], [2, 'y']]);
    expect((await csv('c\n9\n', { table_name: 'kept', already_exists: 'replace' })).rows).toEqual([[9]]);
  });
});

describe('workbooks', () => {
  const book = (): Buffer => {
    const workbook = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet([['no']]), 'First');
    const sheet = XLSX.utils.aoa_to_sheet([['id', 'zip', 'day', 'rate', 'ok'], [1, '01234', { t: 'n', v: 45322, z: 'yyyy-mm-dd' }, 1.5, true], [], [2, '2', { t: 'n', v: 45323.5, z: 'yyyy-mm-dd hh:mm' }, 2, false]]);
    XLSX.utils.book_append_sheet(workbook, sheet, 'Data');
    return XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  };

  it('loads one sheet, texts staying texts', async () => {
    const { json } = await sendFile(app, `${database}/upload/`, { name: 'a.xlsx', bytes: book() }, { type: 'excel', table_name: 'sheet', sheet_name: 'Data' });
    expect(json).toEqual({ message: 'OK' });
    const { types, rows } = await rowsOf('SELECT * FROM sheet');
    expect(types).toEqual(['INTEGER', 'VARCHAR', 'TIMESTAMP', 'DOUBLE', 'BOOLEAN']);
    expect(rows).toEqual([[1, '01234', Date.UTC(2024, 0, 31), 1.5, true], [2, '2', Date.UTC(2024, 1, 1, 12), 2, false]]);
  });

  it('says which sheets there are, and what is no workbook', async () => {
    const missing = await sendFile(app, `${database}/upload/`, { name: 'a.xlsx', bytes: book() }, { type: 'excel', table_name: 'none', sheet_name: 'Other' });
    expect([missing.status, missing.json.message]).toEqual([422, 'The workbook has no sheet "Other". It has "First", "Data".']);
    const preview = await sendFile(app, 'upload_metadata/', { name: 'a.xlsx', bytes: book() }, { type: 'excel' });
    expect(preview.json.result?.items).toEqual([{ sheet_name: 'First', column_names: ['no'] }, { sheet_name: 'Data', column_names: ['id', 'zip', 'day', 'rate', 'ok'] }]);
    const bomb = await zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(450_000_000) });
    const refused = await sendFile(app, `${database}/upload/`, { name: 'a.xlsx', bytes: bomb }, { type: 'excel', table_name: 'none' });
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('expands to 450')]);
    expect((await sendFile(app, `${database}/upload/`, { name: 'a.xlsx', bytes: Buffer.from('PK\x03\x04nonsense') }, { type: 'excel', table_name: 'none' })).status).toBe(422);
  });
});

describe('Parquet', () => {
  async function parquet(name: string): Promise<Buffer> {
    const file = path.join(app.dataDir, name);
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT 1 AS a, DATE '2024-01-31' AS d, 1.25::DECIMAL(10,2) AS p, [1,2] AS l) TO '${file}' (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    return (await import('node:fs')).readFileSync(file);
  }

  it('loads a file, and an archive of files', async () => {
    const bytes = await parquet('a.parquet');
    expect((await sendFile(app, `${database}/upload/`, { name: 'a.parquet', bytes }, { type: 'columnar', table_name: 'pq', columns_read: 'a,d,p,l' })).json).toEqual({ message: 'OK' });
    expect(await rowsOf('SELECT * FROM pq')).toEqual({ names: ['a', 'd', 'p', 'l'], types: ['INTEGER', 'DATE', 'DECIMAL(10,2)', 'VARCHAR'], rows: [[1, Date.UTC(2024, 0, 31), 1.25, '[1, 2]']] });
    const archive = await zip({ '1.parquet': bytes, 'deep/2.parquet': bytes, 'readme.txt': 'x' });
    expect((await sendFile(app, `${database}/upload/`, { name: 'a.zip', bytes: archive }, { type: 'columnar', table_name: 'pqz' })).json).toEqual({ message: 'OK' });
    expect((await rowsOf('SELECT count(*) FROM pqz')).rows).toEqual([[2]]);
    expect((await sendFile(app, 'upload_metadata/', { name: 'a.parquet', bytes }, { type: 'columnar' })).json.result?.items).toEqual([{ sheet_name: null, column_names: ['a', 'd', 'p', 'l'] }]);
    const bad = await sendFile(app, `${database}/upload/`, { name: 'a.parquet', bytes: 'no' }, { type: 'columnar', table_name: 'none' });
    expect([bad.status, bad.text]).toEqual([422, expect.not.stringContaining(app.dataDir)]);
  });
});

describe('refusals', () => {
  const file = { name: 'a.csv', bytes: 'a\n1\n' };
  it.each([
    [400, 'type', undefined, { table_name: 'x' }],
    [400, 'file', undefined, { type: 'csv', table_name: 'x' }],
    [400, 'type', file, { type: 'pdf', table_name: 'x' }],
    [400, 'file', { name: 'a.exe', bytes: 'x' }, { type: 'csv', table_name: 'x' }],
    [400, 'table_name', file, { type: 'csv' }],
    [400, 'already_exists', file, { type: 'csv', table_name: 'x', already_exists: 'maybe' }],
    [400, 'rows_to_read', file, { type: 'csv', table_name: 'x', rows_to_read: '0' }],
    [400, 'column_data_types', file, { type: 'csv', table_name: 'x', column_data_types: '{' }],
  ] as const)('%i for %s', async (status, field, sent, fields) => {
    const answer = await sendFile(app, `${database}/upload/`, sent, fields);
    expect([answer.status, Object.keys(answer.json.message as object)]).toEqual([status, [field]]);
  });

  it('[SEC-20] needs can_upload, a database one sees, and one that takes files', async () => {
    const fields = { type: 'csv', table_name: 'refused' };
    expect((await sendFile(app, `${database}/upload/`, file, fields, 'gamma')).status).toBe(403);
    expect((await sendFile(app, '999/upload/', file, fields)).status).toBe(404);
    expect((await sendFile(app, `${database}/upload/`, file, { ...fields, table_name: 'by_alpha' }, 'alpha')).status).toBe(201);
    const closed = await addUploadDatabase(app, 'Closed', { allow_file_upload: false });
    expect((await sendFile(app, `${closed}/upload/`, file, fields)).status).toBe(403);
    const some = await addUploadDatabase(app, 'Some', { extra: '{"schemas_allowed_for_file_upload":["main"]}' });
    expect((await sendFile(app, `${some}/upload/`, file, fields)).status).toBe(403);
    expect((await sendFile(app, `${some}/upload/`, file, { ...fields, schema: 'main' })).status).toBe(201);
    expect((await app.admin.get(`/api/v1/database/${some}/schemas_access_for_file_upload/`)).json).toEqual({ schemas: ['main'] });
  });

  it('413 for files beyond the limit, and nothing stays behind', async () => {
    const answer = await sendFile(app, `${database}/upload/`, { name: 'a.csv', bytes: Buffer.alloc(4_000_000, 'a\n') }, { type: 'csv', table_name: 'x' });
    expect(answer.status).toBe(413);
    expect((await import('node:fs')).readdirSync(path.join(app.dataDir, 'tmp/upload'))).toEqual([]);
  });
});
