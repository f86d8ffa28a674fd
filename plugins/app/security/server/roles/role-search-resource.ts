import { HttpError } from '@orrery/sdk/server';
import type { ResourceDefinition, StoredRow } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

type Member = { readonly id: number };
const idsOf = (relation: string) => (_row: StoredRow, related: Readonly<Record<string, unknown>>): unknown => (related[relation] as readonly Member[]).map(({ id }) => id);

/** A filter `(col:user_ids,opr:…,value:5)`: roles linked with the id. */
function linkedBy(table: string, column: string): Readonly<Record<string, (value: unknown) => RawBuilder<unknown>>> {
  const condition = (value: unknown): RawBuilder<unknown> => {
    if (!Number.isSafeInteger(Number(value))) throw new HttpError(400, 'Not a valid rison schema an id is expected');
    return sql`t.id in (select l.role_id from ${sql.table(table)} as l where l.${sql.ref(column)} = ${Number(value)})`;
  };
  return { rel_m_m: condition, rel_o_m: condition, eq: condition };
}

/** REST resource `security/roles/search`: roles with the ids of their users, groups and pairs. */
export function roleSearchResource(): ResourceDefinition {
  const through = (table: string, target: string) => ({ table, local: 'role_id', target });
  return {
    name: 'security/roles/search',
    view: 'Role',
    noun: ['role', 'roles'],
    table: 'ab_role',
    audit: false,
    fields: {
      id: { kind: 'integer' },
      name: { kind: 'text' },
      users: { relation: 'many', table: 'ab_user', through: through('ab_user_role', 'user_id'), columns: { id: 'id' } },
      groups: { relation: 'many', table: 'ab_group', through: through('ab_group_role', 'group_id'), columns: { id: 'id' } },
      pairs: { relation: 'many', table: 'security_role_pair', reverseColumn: 'role_id', columns: { id: 'id' } },
      user_ids: { needs: [], needsRelations: ['users'], compute: idsOf('users') },
      group_ids: { needs: [], needsRelations: ['groups'], compute: idsOf('groups') },
      permission_ids: { needs: [], needsRelations: ['pairs'], compute: idsOf('pairs') },
    },
    listColumns: ['id', 'name', 'user_ids', 'permission_ids', 'group_ids'],
    showColumns: ['id', 'name', 'user_ids', 'permission_ids', 'group_ids'],
    orderColumns: { id: 'id', name: 'name' },
    defaultOrder: ['id', 'asc'],
    searchColumns: ['id', 'name', 'user_ids', 'group_ids', 'permission_ids'],
    operators: { user_ids: linkedBy('ab_user_role', 'user_id'), group_ids: linkedBy('ab_group_role', 'group_id'), permission_ids: linkedBy('security_role_pair', 'id') },
  };
}
