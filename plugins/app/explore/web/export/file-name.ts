/** A file name everybody's system takes: the chart's name without what paths and shells read. */
export function fileName(chartName: string, extension: string): string {
  const safe = chartName.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '').trim().slice(0, 80);
  return `${safe || 'chart'}.${extension}`;
}
