import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { FieldKind, RelationField, ResourceContext, ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import { auditTime } from '@orrery/sdk/server';
import type { ResourceDeps } from './resource-deps.ts';
import { ownLinks } from './link-rows.ts';
import { columnOf, isComputed, isRelation } from './select-columns.ts';
import type { Selection } from './select-columns.ts';

/** Conditions joined by AND; true when there are none. */
export function allOf(conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`1 = 1` : sql.join(given.map((condition) => sql`(${condition})`), sql` and `);
}

/** A stored value as the wire shows it. */
export function toWire(kind: FieldKind | undefined, value: string | number | null | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return Number(value) !== 0;
  if (kind === 'datetime') return auditTime(Number(value));
  return value;
}

/** Reads rows of the resource's table under the alias `t`. */
export async function readRows(
  context: ResourceContext,
  definition: ResourceDefinition,
  stored: ReadonlySet<string> | '*',
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown> = sql``,
): Promise<readonly StoredRow[]> {
  const columns = stored === '*' ? sql`t.*` : sql.join([...stored].map((column) => sql.ref(`t.${column}`)));
  const { rows } = await sql<StoredRow>`select ${columns} from ${sql.table(definition.table)} as t where ${where} ${tail}`.execute(context.db);
  return rows;
}

/** Turns stored rows into answers; each relation costs one query, whatever the number of rows. */
export async function shapeRows(
  deps: ResourceDeps,
  context: ResourceContext,
  definition: ResourceDefinition,
  selection: Selection,
  rows: readonly StoredRow[],
): Promise<readonly Record<string, unknown>[]> {
  const loaded = new Map<string, ReadonlyMap<string | number, unknown>>();
  await Promise.all([...selection.relations].map(async ([name, field]) => loaded.set(name, await loadRelation(deps, context, field, rows))));
  return rows.map((row) => {
    const related: Record<string, unknown> = {};
    for (const [name, field] of selection.relations) {
      const key = field.relation === 'one' ? row[field.localColumn as string] : row['id'];
      related[name] = loaded.get(name)?.get(key as string | number) ?? (field.relation === 'one' ? null : []);
    }
    const answer: Record<string, unknown> = {};
    for (const [name, subs] of selection.answered) {
      const field = definition.fields[name];
      if (!field) continue;
      if (isRelation(field)) answer[name] = pick(related[name], subs ?? []);
      else if (isComputed(field)) answer[name] = field.compute(row, related, context);
      else answer[name] = toWire(field.kind, row[columnOf(name, field)]);
    }
    return answer;
  });
}

function pick(value: unknown, names: readonly string[]): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => pick(item, names));
  return Object.fromEntries(names.map((name) => [name, (value as Record<string, unknown>)[name]]));
}

/** Related records by local id (`one`) or own id (`many`). */
async function loadRelation(deps: ResourceDeps, context: ResourceContext, field: RelationField, rows: readonly StoredRow[]): Promise<ReadonlyMap<string | number, unknown>> {
  const keyColumn = field.relation === 'one' ? (field.localColumn as string) : 'id';
  const keys = [...new Set(rows.map((row) => row[keyColumn]))].filter((key) => key !== null && key !== undefined);
  const found = new Map<string | number, unknown>();
  if (keys.length === 0) return found;

  const values = sql.join(Object.entries(field.columns).map(([name, column]) => sql`${sql.ref(`t.${column}`)} as ${sql.ref(name)}`));
  const table = sql.table(field.table);
  const list = sql.join(keys);
  // A list of related objects must not tell of those the caller may not see.
  const visible = field.relation === 'many' ? deps.resourceOf(field.table)?.visible?.(context) : undefined;
  const seen = visible ? sql` and (${visible})` : sql``;
  const through = field.through;
  const query = through
    ? sql<StoredRow>`select l.${sql.ref(through.local)} as related_key, ${values} from ${sql.table(through.table)} as l join ${table} as t on t.id = l.${sql.ref(through.target)} where l.${sql.ref(through.local)} in (${list})${ownLinks(through, 'l')}${seen} order by t.id`
    : sql<StoredRow>`select ${sql.ref(`t.${field.relation === 'one' ? 'id' : (field.reverseColumn as string)}`)} as related_key, ${values} from ${table} as t where ${sql.ref(`t.${field.relation === 'one' ? 'id' : (field.reverseColumn as string)}`)} in (${list})${seen} order by t.id`;
  for (const { related_key: key, ...stored } of (await query.execute(context.db)).rows) {
    const record = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, toWire(field.kinds?.[name], value)]));
    if (field.relation === 'one') found.set(key as number, record);
    else found.set(key as number, [...((found.get(key as number) as unknown[] | undefined) ?? []), record]);
  }
  return found;
}
