import type { User } from '@orrery/sdk';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseService } from '../../database/contract.ts';
import { SqlRenderers } from '../contract.ts';
import type { DatasetRecord } from '../contract.ts';
import type { DatasetSource } from './source-columns.ts';

/** The source with the templates of its SQL filled in by whoever can; as it is when there are none, or nobody can. */
export async function renderedSource(ctx: Pick<ServerPluginContext, 'points'>, databases: Pick<DatabaseService, 'get'>, source: DatasetSource, user: User, more: Partial<DatasetRecord> = {}): Promise<DatasetSource> {
  if (!source.sql || !/\{[{%#]/.test(source.sql)) return source;
  const [renderer] = await ctx.points.loadAll(SqlRenderers);
  const database = renderer && (await databases.get(source.database_id));
  if (!renderer || !database) return source;
  const { catalog, schema, table_name, sql } = source;
  const fresh: DatasetRecord = {
    id: 0, uuid: '', main_dttm_col: null, offset: 0, cache_timeout: null, always_filter_main_dttm: false, fetch_values_predicate: null, template_params: null,
    columns: [], metrics: [], changed_on: 0, catalog, schema, table_name, sql, database,
  };
  const write = await ctx.points.load(SqlRenderers, renderer.key);
  return { ...source, sql: await write(source.sql, { ...fresh, ...more }, user) };
}
