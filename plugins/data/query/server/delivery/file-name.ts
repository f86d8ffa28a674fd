/** `20240501_102030` of an instant, UTC. */
function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '_');
}

/** `content-disposition` of a download: the time, after the chart's name where it is known. */
export function disposition(extension: string, chartName: string | undefined, now: Date): string {
  const plain = `${stamp(now)}.${extension}`;
  const name = chartName?.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ').trim().slice(0, 100);
  if (!name) return `attachment; filename="${plain}"`;
  const full = `${name}_${plain}`;
  const ascii = full.normalize('NFKD').replace(/[^\x20-\x7e]+/g, '').replace(/\s+/g, '_').replace(/^_+/, '');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(full).replace(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
