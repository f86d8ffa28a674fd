/** A list of what `value` holds: nothing for null and undefined, itself when it is a list, else one item. @public */
export function ensureArray<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
