import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { FieldKind, RelationField, ResourceContext, ResourceDefinition } from '@orrery/sdk/server';
import { HttpError, parseInstant } from '@orrery/sdk/server';
import type { ListFilter } from './parse-list-query.ts';
import { ownLinks } from './link-rows.ts';
import { escapeLike, matchText } from './match-text.ts';
import { columnOf, isComputed, isRelation } from './select-columns.ts';

/** SQLite reads expressions up to a depth of 1000. */
const MAX_CONDITIONS = 500;
/** Columns of ids are 32 bits wide; what does not fit is compared as a wider number instead of being an error. */
const MAX_INTEGER = 2_147_483_647;

type Dialect = 'sqlite' | 'postgres';
type Scalar = string | number;
type Condition = (column: RawBuilder<unknown>, value: Scalar, dialect: Dialect) => RawBuilder<unknown>;

/** A negation also holds where there is no value. */
const orNull = (column: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} is null or ${condition})`;
const like = (before: string, after: string): Condition => (column, value, dialect) => matchText(dialect, column, `${before}${escapeLike(String(value))}${after}`);
const not = (condition: Condition): Condition => (column, value, dialect) => orNull(column, sql`not ${condition(column, value, dialect)}`);
const operand = (value: Scalar): RawBuilder<unknown> => (typeof value === 'number' && Math.abs(value) > MAX_INTEGER ? sql`cast(${value} as bigint)` : sql`${value}`);
const compare = (operator: RawBuilder<unknown>): Condition => (column, value) => sql`${column} ${operator} ${operand(value)}`;
const differs: Condition = (column, value) => orNull(column, sql`${column} <> ${operand(value)}`);

const EQUALITY: Readonly<Record<string, Condition>> = { eq: compare(sql`=`), neq: differs };
const ORDER: Readonly<Record<string, Condition>> = { gt: compare(sql`>`), lt: compare(sql`<`) };
const TEXT: Readonly<Record<string, Condition>> = {
  sw: like('', '%'),
  ew: like('%', ''),
  ct: like('%', '%'),
  // The list page sends '' for "none".
  eq: (column, value) => (value === '' ? sql`(${column} is null or ${column} = '')` : sql`${column} = ${value}`),
  nsw: not(like('', '%')),
  new: not(like('%', '')),
  nct: not(like('%', '%')),
  neq: differs,
};

/** Generic operators by kind (contract §2.3), with the names `_info` gives them. */
const OPERATORS: Readonly<Record<FieldKind, Readonly<Record<string, Condition>>>> = {
  text: TEXT,
  uuid: TEXT,
  'json-text': TEXT,
  integer: { ...EQUALITY, ...ORDER },
  number: { ...EQUALITY, ...ORDER },
  datetime: { ...EQUALITY, ...ORDER },
  boolean: EQUALITY,
};
const LISTS = new Set<FieldKind>(['text', 'uuid', 'json-text', 'integer', 'number']);

export const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  sw: 'Starts with', ew: 'Ends with', ct: 'Contains', eq: 'Equal to', nsw: 'Not Starts with', new: 'Not Ends with', nct: 'Not Contains', neq: 'Not Equal to',
  in: 'One of', not_in: 'Not one of', gt: 'Greater than', lt: 'Smaller than', rel_o_m: 'Relation', nrel_o_m: 'No Relation', rel_m_m: 'Relation as Many',
};

/** Operators a search column offers, its own ones last. */
export function operatorsOf(definition: ResourceDefinition, name: string): readonly string[] {
  const field = definition.fields[name];
  const own = Object.keys(definition.operators?.[name] ?? {});
  if (!field || isComputed(field)) return own;
  if (isRelation(field)) return [...(field.relation === 'one' ? ['rel_o_m', 'nrel_o_m'] : ['rel_m_m']), ...own];
  return [...Object.keys(OPERATORS[field.kind]), ...(LISTS.has(field.kind) ? ['in', 'not_in'] : []), ...own];
}

/** SQL conditions of the list's filters, over alias `t`. */
export function filterConditions(definition: ResourceDefinition, filters: readonly ListFilter[], context: ResourceContext, dialect: Dialect): readonly RawBuilder<unknown>[] {
  const conditions = filters.flatMap((filter) => {
    const { col, opr, value } = filter;
    if (!definition.searchColumns.includes(col)) throw new HttpError(400, `Filter column: ${col} not allowed to filter`);
    if (!operatorsOf(definition, col).includes(opr)) throw new HttpError(400, `Filter operation: ${opr} not allowed on column: ${col}`);
    if ((opr === 'in' || opr === 'not_in') && !Array.isArray(value)) throw new HttpError(400, `Not a valid rison schema ${opr} on ${col} needs a list`);
    const values = Array.isArray(value) && opr !== 'in' && opr !== 'not_in' ? value : [value];
    return values.map((single: unknown) => condition(definition, col, opr, single, context, dialect));
  });
  if (conditions.length > MAX_CONDITIONS) throw new HttpError(400, `Not a valid rison schema more than ${MAX_CONDITIONS} conditions`);
  return conditions;
}

function condition(definition: ResourceDefinition, name: string, operator: string, value: unknown, context: ResourceContext, dialect: Dialect): RawBuilder<unknown> {
  const own = definition.operators?.[name]?.[operator];
  if (own) return own(value, context);
  const field = definition.fields[name];
  if (!field || isComputed(field)) throw new HttpError(400, `Filter operation: ${operator} not allowed on column: ${name}`);
  if (isRelation(field)) return relationCondition(field, operator, operand(toScalar('integer', name, value)));
  const column = sql.ref(`t.${columnOf(name, field)}`);
  if (operator === 'in' || operator === 'not_in') {
    const list = (value as unknown[]).map((item) => operand(toScalar(field.kind, name, item)));
    if (list.length === 0) return operator === 'in' ? sql`1 = 0` : sql`1 = 1`;
    return operator === 'in' ? sql`${column} in (${sql.join(list)})` : orNull(column, sql`${column} not in (${sql.join(list)})`);
  }
  return (OPERATORS[field.kind][operator] as Condition)(column, toScalar(field.kind, name, value), dialect);
}

function relationCondition(field: RelationField, operator: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field.relation === 'one') {
    const column = sql.ref(`t.${field.localColumn as string}`);
    return operator === 'rel_o_m' ? sql`${column} = ${id}` : orNull(column, sql`${column} <> ${id}`);
  }
  return field.through
    ? sql`t.id in (select l.${sql.ref(field.through.local)} from ${sql.table(field.through.table)} as l where l.${sql.ref(field.through.target)} = ${id}${ownLinks(field.through, 'l')})`
    : sql`t.id in (select l.${sql.ref(field.reverseColumn as string)} from ${sql.table(field.table)} as l where l.id = ${id})`;
}

function toScalar(kind: FieldKind, name: string, value: unknown): Scalar {
  const refuse = (what: string): HttpError => new HttpError(400, `Not a valid rison schema the value of ${name} must be ${what}`);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') throw refuse('text, a number or a boolean');
  switch (kind) {
    case 'integer':
    case 'number': {
      const number = typeof value === 'boolean' || value === '' ? NaN : Number(value);
      if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER || (kind === 'integer' && !Number.isInteger(number))) throw refuse('a number');
      return number;
    }
    case 'boolean':
      if (value === true || value === 'true' || value === 1) return 1;
      if (value === false || value === 'false' || value === 0) return 0;
      throw refuse('true or false');
    case 'datetime': {
      const ms = parseInstant(String(value));
      if (ms === undefined) throw refuse('an ISO date');
      return ms;
    }
    default:
      return String(value);
  }
}
