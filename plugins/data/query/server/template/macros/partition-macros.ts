import type { SqlTable } from '../../../../sql/contract.ts';
import type { PartitionReader } from '../../run/partition-reader.ts';
import type { TemplateValue } from '../python-text.ts';
import type { Macro, TemplateScope } from './macro.ts';
import { isMap } from './macro.ts';

/** Names partition macros are called under, e.g. `presto.latest_partition('s.t')`. Engines that moved keep the old ones. */
export const PARTITION_NAMESPACES = ['presto', 'trino', 'hive'] as const;

/** `presto.latest_partition` as the template engine calls it: it knows no functions inside names. */
export function namespacedName(namespace: string, name: string): string {
  return `${namespace}__${name}`;
}

/** `table`, `schema.table` or `catalog.schema.table`. */
function tableOf(given: TemplateValue): SqlTable {
  const parts = typeof given === 'string' ? given.split('.').map((part) => part.trim()) : [];
  if (parts.length === 0 || parts.length > 3 || parts.includes('')) throw new Error('names no table; write for example schema.table');
  const [name, schema, catalog] = parts.reverse();
  return { catalog: catalog ?? null, schema: schema ?? null, name: name ?? '' };
}

function partitionMacro(read: (scope: TemplateScope, table: SqlTable, given: readonly TemplateValue[]) => Promise<TemplateValue>): (given: readonly TemplateValue[]) => Macro {
  return (given) => ({ params: [], run: (scope) => read(scope, tableOf(given[0]), given) });
}

/** The newest partitions of a table, for engines that keep tables in parts (contract §9.2). */
export function partitionMacros(reader: PartitionReader | undefined): Readonly<Record<string, (given: readonly TemplateValue[]) => Macro>> {
  if (!reader) return {};
  const first = partitionMacro(async (scope, table) => (await reader.latest(scope, table))?.[0] ?? null);
  const macros: Readonly<Record<string, (given: readonly TemplateValue[]) => Macro>> = {
    latest_partition: first,
    first_latest_partition: first,
    latest_partitions: partitionMacro((scope, table) => reader.latest(scope, table)),
    latest_sub_partition: partitionMacro((scope, table, given) => {
      const last = given.at(-1);
      return reader.latestSub(scope, table, isMap(last) ? last : {});
    }),
  };
  return Object.fromEntries(PARTITION_NAMESPACES.flatMap((namespace) => Object.entries(macros).map(([name, macro]) => [namespacedName(namespace, name), macro])));
}

const NAMES = 'latest_partition|latest_partitions|latest_sub_partition|first_latest_partition';
const CALL = new RegExp(`'(?:\\\\.|[^'\\\\])*'|"(?:\\\\.|[^"\\\\])*"|(?<![\\w.])(${PARTITION_NAMESPACES.join('|')})\\s*\\.\\s*(${NAMES})(?=\\s*\\()`, 'g');

/** The inside of a template block with namespaced calls by the names the template engine knows; texts stay. */
export function joinNamespaces(code: string): string {
  return code.replace(CALL, (found, namespace: string | undefined, name: string | undefined) => (namespace && name ? namespacedName(namespace, name) : found));
}
