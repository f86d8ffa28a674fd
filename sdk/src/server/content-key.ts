import { createHash } from 'node:crypto';

/** JSON with sorted keys, so that equal contents give equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

/** Permalink key of a content: url-safe, 16 characters, the same content always the same key (contract §8.5). @public */
export function contentKey(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(canonical(value))).digest('base64url').slice(0, 16);
}
