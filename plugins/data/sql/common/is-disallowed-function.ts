import { DISALLOWED_SQL_FUNCTIONS } from './disallowed-functions.ts';

const compiled = new Map<string, { readonly names: ReadonlySet<string>; readonly prefixes: readonly string[] }>();

function listOf(key: string): { readonly names: ReadonlySet<string>; readonly prefixes: readonly string[] } {
  let list = compiled.get(key);
  if (!list) {
    const all = DISALLOWED_SQL_FUNCTIONS[key] ?? [];
    list = { names: new Set(all.filter((name) => !name.endsWith('*'))), prefixes: all.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)) };
    compiled.set(key, list);
  }
  return list;
}

/** True for a function that {@link DISALLOWED_SQL_FUNCTIONS} forbids under `key`; engines without a list get every list. */
export function isDisallowedFunction(key: string | null, name: string): boolean {
  const lower = name.toLowerCase();
  return (key === null ? Object.keys(DISALLOWED_SQL_FUNCTIONS) : [key]).some((one) => {
    const { names, prefixes } = listOf(one);
    return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
  });
}
