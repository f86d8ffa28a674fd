import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ParsedFile, UploadFile, UploadOptions, UploadParser } from '../../../contract.ts';
import { nameColumns } from '../../columns/name-columns.ts';
import { uploadError } from '../../upload-error.ts';
import { loadRows } from '../csv/load-rows.ts';
import { checkExpansion } from './check-expansion.ts';
import type { ExcelOutcome, ExcelTask } from './excel-worker.ts';
import { workerEntry } from './worker-entry.ts';

/** Largest workbook, in bytes; reading one takes some twenty times its size in memory. */
const MAX_BYTES = 50 * 1024 * 1024;
const HEAP_MB = 1536;
const TIMEOUT_MS = 180_000;

function run(task: ExcelTask, signal: AbortSignal | undefined): Promise<Exclude<ExcelOutcome, { problem: string }>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry(), { workerData: task, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, env: {}, execArgv: [] });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
      void worker.terminate();
    };
    const fail = (message: string, cause?: unknown): void => end(() => reject(uploadError(message, cause)));
    const abort = (): void => fail('The upload was cancelled.');
    const timer = setTimeout(() => fail(`The workbook took longer than ${TIMEOUT_MS / 1000} s to read. Save the sheet as CSV and upload that.`), TIMEOUT_MS);
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (outcome: ExcelOutcome) => ('problem' in outcome ? fail(outcome.problem) : end(() => resolve(outcome))));
    worker.once('error', (error) => fail('The workbook is too large to be read. Save the sheet as CSV and upload that.', error));
    worker.once('exit', () => fail('The workbook could not be read.'));
  });
}

async function taskOf(file: UploadFile, options: UploadOptions): Promise<ExcelTask> {
  if (file.bytes > MAX_BYTES) throw uploadError(`Workbooks may have at most ${MAX_BYTES / 1024 / 1024} MB. Save the sheet as CSV and upload that.`);
  await checkExpansion(file.path);
  return { path: file.path, sheet: options.sheetName, headerRow: options.headerRow, skipRows: options.skipRows, skipBlankRows: options.skipBlankLines, rows: options.rowsToRead };
}

/** Reads workbooks in a thread of their own. */
export const excelParser: UploadParser = {
  async preview(file, options) {
    const { sheets } = await run(await taskOf(file, options), undefined);
    return sheets.map(({ name, columns }) => ({ sheet_name: name, column_names: nameColumns(columns) }));
  },
  async parse(file, options, stage, signal): Promise<ParsedFile> {
    const target = path.join(file.folder, 'sheet.csv');
    const { sheets, texts, lines } = await run({ ...(await taskOf(file, options)), target }, signal);
    const names = sheets[0]?.columns ?? [];
    await loadRows(stage, { body: target, columns: names.length, delimiter: ',', linesBefore: 0, rows: null, lineOf: async (row) => lines[row] ?? row + 1 });
    return {
      // What is a text in the sheet stays one, e.g. a postal code with a zero in front.
      columns: names.map((name, at) => ({ name, kind: texts[at] ? 'text' : 'infer' })),
      decimal: '.',
      lineOf: async (row) => lines[row] ?? row + 1,
    };
  },
};
