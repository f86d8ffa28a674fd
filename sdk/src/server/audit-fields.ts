import { humanizeTime } from './humanize.ts';
import type { RelationField, ResourceField, StoredRow } from './resource.ts';

/** An instant as audit columns answer it: ISO text without a zone (contract §0.1). @public */
export function auditTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '');
}

/** As {@link auditTime} with the `+0000` of `*_utc` columns. @public */
export function auditTimeUtc(ms: number): string {
  return `${auditTime(ms)}+0000`;
}

/** A relation to one user by an own column. @public */
export function userRelation(localColumn: string): RelationField {
  return {
    relation: 'one',
    table: 'ab_user',
    localColumn,
    columns: { id: 'id', first_name: 'first_name', last_name: 'last_name' },
    text: ['first_name', 'last_name'],
    extra: { active: 'active', email: 'email' },
  };
}

/** The `owners` relation of a resource through its link table. @public */
export function ownersRelation(table: string, local: string): RelationField {
  return {
    relation: 'many',
    table: 'ab_user',
    through: { table, local, target: 'user_id' },
    columns: { id: 'id', first_name: 'first_name', last_name: 'last_name' },
    text: ['first_name', 'last_name'],
    extra: { active: 'active', email: 'email' },
  };
}

function fullName(related: Readonly<Record<string, unknown>>, relation: string): string {
  const user = related[relation] as { first_name?: string; last_name?: string } | null | undefined;
  return user ? `${user.first_name ?? ''} ${user.last_name ?? ''}`.trim() : '';
}

function timeOf(row: StoredRow, column: string): number {
  return Number(row[column] ?? 0);
}

/**
 * Who and when of a table with `created_on`, `changed_on`, `created_by_fk`, `changed_by_fk`,
 * in all the spellings lists and details answer (contract §1.1, §1.3, §1.4).
 * @public
 */
export function auditFields(): Readonly<Record<string, ResourceField>> {
  return {
    created_on: { kind: 'datetime' },
    changed_on: { kind: 'datetime' },
    created_by: userRelation('created_by_fk'),
    changed_by: userRelation('changed_by_fk'),
    created_by_name: { needs: [], needsRelations: ['created_by'], compute: (_row, related) => fullName(related, 'created_by') },
    changed_by_name: { needs: [], needsRelations: ['changed_by'], compute: (_row, related) => fullName(related, 'changed_by') },
    changed_on_utc: { needs: ['changed_on'], compute: (row) => auditTimeUtc(timeOf(row, 'changed_on')) },
    changed_on_dttm: { needs: ['changed_on'], compute: (row) => timeOf(row, 'changed_on') },
    changed_on_delta_humanized: { needs: ['changed_on'], compute: (row, _related, { now }) => humanizeTime(timeOf(row, 'changed_on'), now) },
    created_on_delta_humanized: { needs: ['created_on'], compute: (row, _related, { now }) => humanizeTime(timeOf(row, 'created_on'), now) },
  };
}
