import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition, TableDetails, TableKey } from '@orrery/sdk/server';
import { invalidPayload } from './connection-error.ts';
import type { DatabaseDoor, OpenedDatabase } from './open-database.ts';
import { mayReadTable } from './open-database.ts';

const read = ['can_read', 'Database'] as const;
const STAR_LIMIT = 100;

interface WantedTable {
  readonly name: string;
  readonly schema: string | null;
  readonly catalog: string | null;
}

/** Old clients write a schema they do not have as text. */
const optional = (text: string | undefined): string | null => (text === undefined || text === '' || text === 'null' || text === 'undefined' ? null : text);

function byQuery({ query }: HttpRequest): WantedTable {
  const { name, schema, catalog } = query;
  if (!name) throw invalidPayload({ name: ['Missing data for required field.'] });
  return { name, schema: optional(schema), catalog: optional(catalog) };
}

function byPath({ params }: HttpRequest): WantedTable {
  return { name: params['table'] ?? '', schema: optional(params['schema']), catalog: null };
}

/** Refuses a table that is not there, and in the same words one the caller may not read. */
async function requireTable(opened: OpenedDatabase, { name, schema, catalog }: WantedTable): Promise<void> {
  const isReadable = mayReadTable(opened, name, schema, catalog);
  if (isReadable && (await opened.connection.tables(schema, catalog)).some((table) => table.name === name)) return;
  throw new HttpError(404, `Table ${name} was not found in this database.`);
}

function keyOf(key: TableKey): Readonly<Record<string, unknown>> {
  const own = { column_names: key.columns, name: key.name, type: key.kind };
  if (key.kind !== 'fk') return own;
  const { table, columns } = key.references ?? {};
  return { ...own, options: {}, referred_columns: columns ?? [], referred_schema: table?.schema ?? null, referred_table: table?.name ?? null };
}

async function describeTable(opened: OpenedDatabase, table: WantedTable): Promise<unknown> {
  await requireTable(opened, table);
  const { connection, dialect } = opened;
  const none: TableDetails = { keys: [] };
  const [columns, details] = await Promise.all([connection.columns(table), connection.details?.(table) ?? none]);
  const keys = details.keys.map(keyOf);
  const ofKind = (kind: string) => keys.filter((key) => key['type'] === kind);
  return {
    name: table.name,
    columns: columns.map(({ name, type }) => ({
      name,
      type: type.replace(/\s*\(.*/, ''),
      longType: type,
      keys: keys.filter((key) => (key['column_names'] as readonly string[]).includes(name)),
      comment: details.columnComments?.[name] ?? null,
    })),
    selectStar: dialect.limit(`SELECT ${columns.map((column) => dialect.identifier(column.name)).join(', ')} FROM ${dialect.qualify(table)}`, STAR_LIMIT, 0),
    primaryKey: ofKind('pk')[0] ?? null,
    foreignKeys: ofKind('fk'),
    indexes: keys,
    comment: details.comment ?? null,
  };
}

/** One table of a database, in the new and the old forms (contract §1.5); paths under `/api/v1/database`. */
export function tableRoutes(door: DatabaseDoor): readonly RouteDefinition[] {
  const get = (path: string, handler: (request: HttpRequest) => unknown): RouteDefinition => ({ method: 'GET', path, permission: read, handler });
  const metadata = (table: (request: HttpRequest) => WantedTable) => (request: HttpRequest) => {
    const wanted = table(request);
    return door.open(request, (opened) => describeTable(opened, wanted));
  };
  const more = (table: (request: HttpRequest) => WantedTable) => (request: HttpRequest) => {
    const wanted = table(request);
    return door.open(request, async (opened) => {
      await requireTable(opened, wanted);
      return { metadata: {} };
    });
  };
  const star = (request: HttpRequest) =>
    door.open(request, async (opened) => {
      const table = byPath(request);
      await requireTable(opened, table);
      return { result: opened.dialect.limit(`SELECT * FROM ${opened.dialect.qualify(table)}`, STAR_LIMIT, 0) };
    });

  return [
    get('/:pk/table_metadata/', metadata(byQuery)),
    get('/:pk/table/:table/:schema/', metadata(byPath)),
    get('/:pk/table_metadata/extra/', more(byQuery)),
    get('/:pk/table_extra/:table/:schema/', more(byPath)),
    get('/:pk/select_star/:table/', star),
    get('/:pk/select_star/:table/:schema/', star),
  ];
}
