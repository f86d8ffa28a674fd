import type { ExportRequest } from '../../contract.ts';
import { fileName } from './file-name.ts';

/** Saves the rows of the chart's first result as JSON. */
export async function exportJson({ chartName, context, query, save }: ExportRequest): Promise<void> {
  const [result] = await query(context);
  if (result) save(fileName(chartName, 'json'), new Blob([JSON.stringify(result.data, null, 2)], { type: 'application/json' }));
}
