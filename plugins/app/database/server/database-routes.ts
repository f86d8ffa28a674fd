import { HttpError, sip40 } from '@orrery/sdk/server';
import type { RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { SqlError } from '../../../data/sql/contract.ts';
import type { SqlAnalysis } from '../../../data/sql/contract.ts';
import { issues } from './connection-error.ts';
import { databasePair, schemaPairs, ungranted } from './access-pairs.ts';
import { extraFlags, parseExtra } from './database-extra.ts';
import type { DatabaseDoor } from './open-database.ts';

const read = ['can_read', 'Database'] as const;
const write = ['can_write', 'Database'] as const;

interface ValidateBody {
  readonly sql: string;
  readonly catalog?: string | null;
  readonly schema?: string | null;
}

/** What stands on a database, and what is said of SQL for it (contract §1.5); paths under `/api/v1/database`. */
export function databaseRoutes(ctx: ServerPluginContext, door: DatabaseDoor, analysis: SqlAnalysis | undefined): readonly RouteDefinition[] {
  /** Rows of another plugin's tables; none when it never ran. */
  async function rows(query: RawBuilder<Readonly<Record<string, unknown>>>): Promise<{ count: number; result: readonly unknown[] }> {
    const result = await query.execute(ctx.metadata.db()).then((answer) => answer.rows, () => []);
    return { count: result.length, result };
  }

  return [
    {
      method: 'GET',
      path: '/:pk/related_objects/',
      permission: read,
      async handler({ user, params }) {
        const { id } = await door.row(user, params['pk']);
        const charts = sql`select s.id from slices as s inner join ${sql.table('tables')} as d on d.id = s.datasource_id where d.database_id = ${id}`;
        return {
          charts: await rows(sql`select s.id, s.slice_name, s.viz_type from slices as s where s.id in (${charts}) order by s.id`),
          dashboards: await rows(sql`select d.id, d.json_metadata, d.slug, d.dashboard_title as title from dashboards as d
            where d.id in (select l.dashboard_id from dashboard_slices as l where l.slice_id in (${charts})) order by d.id`),
          sqllab_tab_states: await rows(sql`select id, label, active from tab_state where database_id = ${id} order by id`),
        };
      },
    },
    {
      method: 'POST',
      path: '/:pk/sync_permissions/',
      permission: write,
      handler: (request) =>
        door.open(request, async ({ row, connection }) => {
          const { allow_multi_catalog } = extraFlags(parseExtra(row.extra));
          const pairs = await schemaPairs(row.database_name, allow_multi_catalog, connection);
          ctx.permissions.declare(ungranted([databasePair(row.id, row.database_name), ...pairs]));
          return { message: 'Permissions successfully synced' };
        }),
    },
    {
      method: 'POST',
      path: '/:pk/validate_sql/',
      permission: read,
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['sql'],
        properties: { sql: { type: 'string' }, catalog: { type: ['string', 'null'] }, schema: { type: ['string', 'null'] }, template_params: { type: ['object', 'null'] } },
      },
      async handler({ user, params, body }) {
        const { backend } = await door.row(user, params['pk']);
        if (!analysis) throw sip40(422, 'GENERIC_DB_ENGINE_ERROR', `no SQL validator is configured for ${backend}`, { level: 'error', issueCodes: issues(1002) });
        const text = (body as ValidateBody).sql;
        if (text.trim() === '') throw new HttpError(422, { message: { sql: ['Shorter than minimum length 1.'] } });
        try {
          await analysis.statements(backend, text);
          return { result: [] };
        } catch (error) {
          if (!(error instanceof SqlError)) throw error;
          const { line, column, near } = error.place ?? { line: 1, column: 1, near: '' };
          return { result: [{ line_number: line, start_column: Math.max(1, column - Math.max(near.length, 1) + 1), end_column: column, message: error.message }] };
        }
      },
    },
  ];
}
