import type { ComputedField, RelationField, ResourceDefinition, ResourceField, StoredField } from '@orrery/sdk/server';

/** What to read, and how to answer it, for a list of wire columns. */
export interface Selection {
  /** Columns of the resource's own table. */
  readonly stored: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, RelationField>;
  /** Answered fields in order; for relations the chosen sub-fields. */
  readonly answered: ReadonlyMap<string, readonly string[] | undefined>;
}

export function isRelation(field: ResourceField): field is RelationField {
  return 'relation' in field;
}

export function isComputed(field: ResourceField): field is ComputedField {
  return 'compute' in field;
}

/** Column of a stored field. */
export function columnOf(name: string, field: StoredField): string {
  return field.column ?? name;
}

/** The field behind a wire column, `owners` for `owners.id`; undefined when there is none. */
export function fieldOf(definition: ResourceDefinition, column: string): { readonly name: string; readonly field: ResourceField; readonly sub?: string } | undefined {
  const [name = '', sub] = column.split('.');
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
  if (!field || (sub !== undefined && !(isRelation(field) && Object.hasOwn(field.columns, sub)))) return undefined;
  return { name, field, ...(sub === undefined ? {} : { sub }) };
}

/** Plans the reading of `columns`; those without a field are left out. */
export function selectColumns(definition: ResourceDefinition, columns: readonly string[]): Selection {
  const stored = new Set(['id']);
  const relations = new Map<string, RelationField>();
  const answered = new Map<string, readonly string[] | undefined>();
  const relate = (name: string): void => {
    const field = definition.fields[name];
    if (!field || !isRelation(field)) throw new Error(`Resource ${definition.name}: ${name} is no relation`);
    relations.set(name, field);
    if (field.localColumn) stored.add(field.localColumn);
  };
  for (const column of columns) {
    const found = fieldOf(definition, column);
    if (!found) continue;
    const { name, field, sub } = found;
    if (isRelation(field)) {
      relate(name);
      answered.set(name, sub === undefined ? Object.keys(field.columns) : [...(answered.get(name) ?? []), sub]);
    } else if (isComputed(field)) {
      field.needs.forEach((need) => stored.add(need));
      field.needsRelations?.forEach(relate);
      answered.set(name, undefined);
    } else {
      stored.add(columnOf(name, field));
      answered.set(name, undefined);
    }
  }
  return { stored, relations, answered };
}
