import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RelationField } from '@orrery/sdk/server';

type Through = NonNullable<RelationField['through']>;

/** Condition that picks a relation's rows of its link table, e.g. those of one kind; empty when the table is its own. */
export function ownLinks({ only }: Through, alias?: string): RawBuilder<unknown> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.join([sql``, ...Object.entries(only ?? {}).map(([column, value]) => sql`${sql.ref(prefix + column)} = ${value}`)], sql` and `);
}
