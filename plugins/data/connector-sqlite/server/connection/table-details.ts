import type { TableDetails, TableKey } from '@orrery/sdk/server';

/** Runs a statement of our own and answers its rows. */
export type Ask = (sql: string) => Promise<readonly (readonly unknown[])[]>;

const grouped = (rows: readonly (readonly unknown[])[]): readonly (readonly (readonly unknown[])[])[] => {
  const groups = new Map<unknown, (readonly unknown[])[]>();
  for (const row of rows) groups.set(row[0], [...(groups.get(row[0]) ?? []), row]);
  return [...groups.values()];
};

/** Keys and indexes of a table; `name` is a literal. */
export async function tableDetails(ask: Ask, name: string): Promise<TableDetails> {
  const [primary, foreign, indexes] = await Promise.all([
    ask(`SELECT name FROM pragma_table_info(${name}) WHERE pk > 0 ORDER BY pk`),
    ask(`SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(${name}) ORDER BY id, seq`),
    ask(`SELECT l.name, i.name FROM pragma_index_list(${name}) l, pragma_index_info(l.name) i WHERE l.origin <> 'pk' ORDER BY l.seq, i.seqno`),
  ]);
  const keys: TableKey[] = [];
  if (primary.length > 0) keys.push({ kind: 'pk', name: null, columns: primary.map(([column]) => String(column)) });
  for (const rows of grouped(foreign)) {
    keys.push({
      kind: 'fk',
      name: null,
      columns: rows.map(([, , from]) => String(from)),
      references: { table: { name: String(rows[0]?.[1]) }, columns: rows.flatMap(([, , , to]) => (to === null ? [] : [String(to)])) },
    });
  }
  for (const rows of grouped(indexes)) keys.push({ kind: 'index', name: String(rows[0]?.[0]), columns: rows.map(([, column]) => String(column)) });
  return { keys, comment: null };
}
