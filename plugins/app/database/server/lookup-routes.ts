import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest, RouteDefinition } from '@orrery/sdk/server';
import { opensSchema } from './database-access.ts';
import { parseExtra, uploadSchemas } from './database-extra.ts';
import type { DatabaseDoor, OpenedDatabase } from './open-database.ts';
import { readableSchemas } from './open-database.ts';

interface Asked {
  readonly force?: boolean;
  readonly catalog?: string | null;
  readonly catalog_name?: string | null;
  readonly schema_name?: string | null;
  readonly upload_allowed?: boolean;
}

const read = ['can_read', 'Database'] as const;

function askedOf(request: HttpRequest): Asked {
  if (request.q !== undefined && (typeof request.q !== 'object' || request.q === null || Array.isArray(request.q))) throw new HttpError(400, 'Not a valid rison schema an object is expected');
  return (request.q ?? {}) as Asked;
}

/** What a dataset over a table says of it in `extra`; null when nothing. */
function tableExtra(text: string | null | undefined): unknown {
  const extra = parseExtra(text);
  return Object.keys(extra).length > 0 ? extra : null;
}

const sorted = (names: readonly string[]): readonly string[] => [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

async function schemasOf(opened: OpenedDatabase, catalog: string | null): Promise<readonly string[]> {
  return sorted(readableSchemas(opened, await opened.connection.schemas(catalog), catalog));
}

/** Names in a database: catalogs, schemas, tables, functions (contract §1.5); paths under `/api/v1/database`. */
export function lookupRoutes(door: DatabaseDoor): readonly RouteDefinition[] {
  return [
    {
      method: 'GET',
      path: '/:pk/catalogs/',
      permission: read,
      handler: (request) =>
        door.open(request, async ({ connection, grants, granted }) => {
          const catalogs = sorted(await connection.catalogs());
          if (grants.everything) return { result: catalogs };
          const named = new Set([...grants.catalogs, ...grants.schemas.map(({ catalog }) => catalog), ...granted.map(({ catalog }) => catalog)]);
          return { result: catalogs.filter((catalog) => named.has(catalog)) };
        }),
    },
    {
      method: 'GET',
      path: '/:pk/schemas/',
      permission: read,
      handler(request) {
        const { catalog = null, upload_allowed } = askedOf(request);
        return door.open(request, async (opened) => {
          const schemas = await schemasOf(opened, catalog);
          if (!upload_allowed) return { result: schemas };
          const allowed = uploadSchemas(parseExtra(opened.row.extra));
          return { result: opened.row.allow_file_upload !== 1 ? [] : allowed.length > 0 ? schemas.filter((schema) => allowed.includes(schema)) : schemas };
        });
      },
    },
    {
      method: 'GET',
      path: '/:pk/tables/',
      permission: read,
      handler(request) {
        const { schema_name: schema, catalog_name: catalog = null } = askedOf(request);
        if (typeof schema !== 'string') throw new HttpError(400, 'Not a valid rison schema schema_name is required');
        return door.open(request, async ({ row, connection, grants, granted }) => {
          const isOpen = grants.everything || opensSchema(grants, schema, catalog);
          const known = await door.datasetsOf(row.id);
          const extras = new Map(known.filter((table) => table.schema === schema || table.schema === null).map((table) => [table.table_name, table.extra]));
          const visible = new Set(granted.filter((table) => table.schema === schema || table.schema === null).map(({ table_name }) => table_name));
          const tables = (await connection.tables(schema, catalog)).filter(({ name }) => isOpen || visible.has(name));
          const result = tables.map(({ name, kind }) => ({ value: name, type: kind, extra: tableExtra(extras.get(name)) }));
          result.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
          return { count: result.length, result };
        });
      },
    },
    {
      method: 'GET',
      path: '/:pk/schemas_access_for_file_upload/',
      permission: read,
      async handler(request) {
        const row = await door.row(request.user, request.params['pk']);
        const allowed = uploadSchemas(parseExtra(row.extra));
        if (allowed.length === 0) return { schemas: [] };
        return door.open(request, async (opened) => ({ schemas: readableSchemas(opened, allowed, null) }));
      },
    },
    {
      method: 'GET',
      path: '/:pk/function_names/',
      permission: read,
      handler: (request) => door.open(request, async ({ connection }) => ({ function_names: sorted((await connection.functionNames?.()) ?? []) })),
    },
  ];
}
