import { Readable } from 'node:stream';
import type { User } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { QueryEngine, UrlQuery } from '../query-engine.ts';
import { toHttpError } from '../query-engine.ts';
import type { RawItem } from '../result/raw-item.ts';
import type { QueryRun } from '../run/run-query.ts';
import { disposition } from './file-name.ts';
import { itemTable } from './item-table.ts';
import { canStream, streamRun } from './stream-run.ts';
import type { TableStream } from './table-stream.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';
import { zipOf } from './zip-of.ts';

/** What is downloaded, and for whom. */
export interface Download {
  readonly context: unknown;
  readonly user: User;
  readonly signal: AbortSignal;
  readonly urlQuery: UrlQuery;
  readonly format: 'csv' | 'xlsx';
  /** What people called columns and metrics. */
  readonly names: Readonly<Record<string, string>>;
  readonly chartName?: string | undefined;
  /** Changes items before they are written (`post_processed`); their rows must then be whole. */
  readonly reshape?: ((item: RawItem) => Promise<RawItem>) | undefined;
}

const TYPES = { csv: 'text/csv; charset=utf-8-sig', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

/** A list of something (columns, time grains) as rows like any other. */
function asRows(item: RawItem): RawItem {
  if (item.head.colnames.length > 0 || item.head.rowcount === 0) return item;
  const [first] = JSON.parse(item.data.toString('utf8')) as Readonly<Record<string, unknown>>[];
  const colnames = Object.keys(first ?? {});
  return { ...item, head: { ...item.head, colnames, coltypes: colnames.map(() => 1) } };
}

/** Large results go from the engine straight to the file; all others are asked for like any answer: cached, and shared with who asks the same. */
async function openTables({ context, user, signal, urlQuery, reshape }: Download, engine: QueryEngine): Promise<readonly TableStream[]> {
  if (!reshape) {
    const runs = await engine.plan(context, user, signal, urlQuery);
    if (runs.every((run): run is QueryRun => run !== undefined && canStream(run)) && !(await engine.cached(context, user, signal, urlQuery))) {
      return Promise.all(runs.map(streamRun));
    }
  }
  const items = (await engine.run(context, user, signal, urlQuery)).map(asRows);
  const shown = reshape ? await Promise.all(items.map(reshape)) : items;
  return shown.map(itemTable);
}

/** A table that knows whether it has rows: the first batch is read ahead. */
async function peek(table: TableStream): Promise<{ readonly isEmpty: boolean; readonly table: TableStream }> {
  const reader = table.batches[Symbol.asyncIterator]();
  const first = await reader.next();
  async function* batches() {
    try {
      for (let next = first; !next.done; next = await reader.next()) yield next.value;
    } finally {
      await reader.return?.();
    }
  }
  return { isEmpty: first.done === true, table: { ...table, batches: batches() } };
}

/** Results as a file: one CSV or workbook, or a zip of several. Rejects with HttpError 400 when there is nothing to write. */
export async function download(request: Download, engine: QueryEngine, now = new Date()): Promise<HttpResponse> {
  const { format, names, chartName } = request;
  // When one query fails the others must not go on reading.
  const failed = new AbortController();
  const peeked = await openTables({ ...request, signal: AbortSignal.any([request.signal, failed.signal]) }, engine)
    .then((tables) => Promise.all(tables.map(peek)))
    .catch((error: unknown) => {
      failed.abort();
      throw toHttpError(error);
    });
  if (peeked.every(({ isEmpty }) => isEmpty)) throw new HttpError(400, 'Empty query result');
  const write = (table: TableStream): Readable => (format === 'csv' ? Readable.from(writeCsv(table, names), { objectMode: false }) : writeXlsx(table, names));
  const [only, ...others] = peeked;
  if (only && others.length === 0) {
    return new HttpResponse({ headers: { 'content-type': TYPES[format], 'content-disposition': disposition(format, chartName, now) }, stream: write(only.table) });
  }
  const entries = peeked.map(({ table }, at) => ({ name: `query_${at + 1}.${format}`, content: () => write(table) }));
  return new HttpResponse({ headers: { 'content-type': 'application/zip', 'content-disposition': disposition('zip', chartName, now) }, stream: zipOf(entries) });
}
