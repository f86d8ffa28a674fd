/** Rison as the contract writes it (§2.1), for a client that shares no code with the server. */
export function encodeRison(value: unknown): string {
  if (value === null || value === undefined) return '!n';
  if (typeof value === 'boolean') return value ? '!t' : '!f';
  if (typeof value === 'number') return String(value).replace('+', '');
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return `!(${value.map(encodeRison).join(',')})`;
  const entries = Object.entries(value as Record<string, unknown>).sort(([one], [other]) => (one < other ? -1 : 1));
  return `(${entries.map(([key, one]) => `${text(key)}:${encodeRison(one)}`).join(',')})`;
}

function text(value: string): string {
  return /^[A-Za-z_./~][^\s'!:(),*@$]*$/.test(value) ? value : `'${value.replace(/[!']/g, '!$&')}'`;
}
