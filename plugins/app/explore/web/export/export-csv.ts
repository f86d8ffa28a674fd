import type { ExportRequest } from '../../contract.ts';
import { fileName } from './file-name.ts';
import { toCsv } from './to-csv.ts';

/** Saves the chart's first result as CSV; the mark at its start tells spreadsheets that it is UTF-8. */
export async function exportCsv({ chartName, context, query, save }: ExportRequest): Promise<void> {
  const [result] = await query(context);
  if (result) save(fileName(chartName, 'csv'), new Blob([`\uFEFF${toCsv(result)}`], { type: 'text/csv;charset=utf-8' }));
}
