/** Reads an ISO text, taken as UTC when it names no zone, to epoch milliseconds; undefined when it is none. @public */
export function parseInstant(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?))?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim());
  if (!match) return undefined;
  const zone = match[3]?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? 'Z';
  const ms = Date.parse(`${match[1]}T${match[2] ?? '00:00'}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}
