import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '@orrery/sdk/server';
import { parseSelect } from './admit.ts';
import { stringifyLossless } from './lossless-json.ts';

type MutableNode = Record<string, unknown>;

function isNode(value: unknown): value is MutableNode {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * Replaces references to tables by subqueries on the engine's own tree and answers runnable SQL.
 * A name bound by WITH in an enclosing scope is left alone. Keys are lower case, `table` or `schema.table`.
 */
export async function rewriteTables(connection: DuckDBConnection, sql: string, replacements: Readonly<Record<string, string>>): Promise<string> {
  const trees = new Map<string, unknown>();
  for (const [table, select] of Object.entries(replacements)) {
    const parsed = await parseSelect(connection, select);
    trees.set(table.toLowerCase(), parsed.statements[0]);
  }
  const tree = await parseSelect(connection, sql);

  const visit = (value: unknown, ctes: ReadonlySet<string>): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, ctes));
    if (!isNode(value)) return value;
    let scope = ctes;
    const map = isNode(value['cte_map']) ? value['cte_map']['map'] : undefined;
    if (Array.isArray(map) && map.length > 0) {
      scope = new Set([...ctes, ...map.map((entry) => (isNode(entry) ? String(entry['key']).toLowerCase() : ''))]);
    }
    if (value['type'] === 'SHOW_REF') throw new ConnectorError('refused', 'DESCRIBE and SUMMARIZE are not allowed on protected tables.');
    if (value['type'] === 'BASE_TABLE') {
      const schema = String(value['schema_name'] ?? '').toLowerCase();
      const name = String(value['table_name'] ?? '').toLowerCase();
      if (!schema && ctes.has(name)) return value;
      const replacement = trees.get(schema ? `${schema}.${name}` : name) ?? trees.get(name);
      if (replacement === undefined) return value;
      return {
        type: 'SUBQUERY',
        alias: value['alias'] || value['table_name'],
        sample: value['sample'] ?? null,
        query_location: 0,
        subquery: structuredClone(replacement),
        column_name_alias: value['column_name_alias'] ?? [],
      };
    }
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, visit(child, scope)]));
  };

  const rewritten = stringifyLossless(visit(tree, new Set()));
  const reader = await connection.runAndReadAll('SELECT json_deserialize_sql($1::JSON)', [rewritten]);
  return String(reader.getRows()[0]?.[0]);
}
