/** Nothing chosen, however it is written. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) && (value.length === 0 || value.every((item) => item === null));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  // Names of options differ from session to session and mean nothing.
  const entries = Object.entries(value).filter(([key, item]) => item !== undefined && key !== 'optionName' && key !== 'filterOptionName');
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortKeys(item)]));
}

/** True when two values of a control mean the same. */
export function areEqual(a: unknown, b: unknown): boolean {
  if (a === b || (isBlank(a) && isBlank(b))) return true;
  return JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));
}
