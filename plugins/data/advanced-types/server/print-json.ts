/** JSON in which integers of any size are plain digits (contract §0.1). */
export function printJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(printJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${printJson(item)}`).join(',')}}`;
  return JSON.stringify(value ?? null);
}
