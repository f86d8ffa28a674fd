import type { ChartDataResult, Dataset } from '@orrery/sdk';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import yazl from 'yazl';
import { toCsv } from '../result/to-csv.ts';

function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '_');
}

/** Names people gave to columns and metrics. */
export function verboseNames(dataset: Pick<Dataset, 'columns' | 'metrics'>): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const { column_name: name, verbose_name: verbose } of dataset.columns) if (verbose) names[name] = verbose;
  for (const { metric_name: name, verbose_name: verbose } of dataset.metrics) if (verbose) names[name] = verbose;
  return names;
}

/** Results as a file: one CSV, or a zip of several. Throws HttpError 400 when there is nothing to write. */
export async function csvResponse(results: readonly ChartDataResult[], names: Readonly<Record<string, string>>, now = new Date()): Promise<HttpResponse> {
  if (results.every(({ colnames }) => colnames.length === 0)) throw new HttpError(400, 'Empty query result');
  const [first] = results;
  if (results.length === 1 && first) {
    return new HttpResponse({
      headers: { 'content-type': 'text/csv; charset=utf-8-sig', 'content-disposition': `attachment; filename="${stamp(now)}.csv"` },
      body: toCsv(first, names),
    });
  }
  const zip = new yazl.ZipFile();
  results.forEach((result, at) => zip.addBuffer(Buffer.from(toCsv(result, names)), `query_${at + 1}.csv`));
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return new HttpResponse({ headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${stamp(now)}.zip"` }, body: Buffer.concat(chunks) });
}
