import path from 'node:path';
import type { ParsedFile, UploadFile, UploadOptions, UploadParser } from '../../../contract.ts';
import { nameColumns } from '../../columns/name-columns.ts';
import { uploadError } from '../../upload-error.ts';
import { copyBody } from './copy-body.ts';
import { encodeUtf8 } from './encode-utf8.ts';
import { loadRows } from './load-rows.ts';
import { readHead } from './read-head.ts';
import { lineOfRecord } from './scan-records.ts';

const MAX_COLUMNS = 5000;

async function headOf(file: UploadFile, options: UploadOptions) {
  const text = await encodeUtf8(file);
  const head = await readHead(text.path, text.start, options);
  if (head.names.length > MAX_COLUMNS) throw uploadError(`The file has ${head.names.length} columns; at most ${MAX_COLUMNS} are accepted.`);
  return { text, head };
}

/** Reads CSV and its relatives with the engine's reader, its traps closed (duplicate names, ragged rows, guessed headers). */
export const csvParser: UploadParser = {
  async preview(file, options) {
    const { head } = await headOf(file, options);
    return [{ sheet_name: null, column_names: nameColumns(head.names) }];
  },
  async parse(file, options, stage): Promise<ParsedFile> {
    const { text, head } = await headOf(file, options);
    const body = path.join(file.folder, 'body.csv');
    const columns = head.names.length;
    await copyBody(text.path, head.bodyStart, body, options.skipBlankLines ? undefined : columns > 1 ? options.delimiter : '""');
    const lineOf = async (record: number, countsBlank: boolean): Promise<number> => head.linesBefore + (await lineOfRecord(body, options.delimiter, record, countsBlank));
    await loadRows(stage, { body, columns, delimiter: options.delimiter, linesBefore: head.linesBefore, rows: options.rowsToRead, lineOf: (record) => lineOf(record, true) });
    return {
      columns: head.names.map((name) => ({ name, kind: 'infer' })),
      lineOf: (row) => lineOf(row, false),
    };
  },
};
