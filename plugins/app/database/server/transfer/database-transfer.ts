import type { ServerPluginContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { DatasetTables } from '../../../dataset/contract.ts';
import type { AssetTransfer, ExportedAsset, FileProblems } from '../../../import-export/contract.ts';
import type { DatabaseTables } from '../../contract.ts';
import { formatUri, isSameTarget } from '../connection-parameters.ts';
import { visibleDatabases } from '../database-access.ts';
import type { Databases } from '../database-service.ts';
import { databaseFileSchema, extraToFile, objectOf } from './database-file.ts';
import { isMasked, readConnection, unknownConnector } from './file-connection.ts';
import { importDatabase } from './import-database.ts';
import { tunnelProblems } from './ssh-tunnel.ts';

type Row = DatabaseTables['dbs'];

/** How databases travel in bundles (contract §13). Passwords never do. */
export function databaseTransfer(ctx: ServerPluginContext, databases: Databases): AssetTransfer {
  async function uriOf(row: Row): Promise<string> {
    const connector = (await databases.connectors()).find(({ engine }) => engine === row.backend) ?? unknownConnector(row.backend);
    return formatUri(connector, objectOf(row.parameters) ?? {});
  }

  async function exported(row: Row, datasets: readonly number[]): Promise<ExportedAsset> {
    return {
      id: row.id,
      uuid: row.uuid,
      file: { name: row.database_name, otherwise: row.id },
      withId: false,
      ...(datasets.length > 0 ? { needs: { datasets } } : {}),
      content: {
        database_name: row.database_name,
        sqlalchemy_uri: await uriOf(row),
        cache_timeout: row.cache_timeout,
        expose_in_sqllab: row.expose_in_sqllab === 1,
        allow_run_async: row.allow_run_async === 1,
        allow_ctas: row.allow_ctas === 1,
        allow_cvas: row.allow_cvas === 1,
        allow_dml: row.allow_dml === 1,
        allow_csv_upload: row.allow_file_upload === 1,
        extra: extraToFile(row.extra) ?? {},
        impersonate_user: row.impersonate_user === 1,
        uuid: row.uuid,
        version: '1.0.0',
      },
    };
  }

  return {
    table: 'dbs',
    schema: databaseFileSchema,
    async export(selection, { user, db, isAsked, askedKind }) {
      const tables = db.as<DatabaseTables & DatasetTables>();
      const visible = isAsked ? visibleDatabases(user) : undefined;
      let query = tables.selectFrom('dbs as t').selectAll('t').orderBy('t.id');
      if (selection !== 'all') query = query.where('t.id', 'in', [...selection]);
      if (visible) query = query.where(sql<boolean>`${visible}`);
      const rows = (await query.execute()) as Row[];
      const withDatasets = isAsked && askedKind === 'databases' && rows.length > 0;
      const datasets = withDatasets ? await tables.selectFrom('tables').select(['id', 'database_id']).where('database_id', 'in', rows.map(({ id }) => id)).execute() : [];
      return Promise.all(rows.map((row) => exported(row, datasets.filter(({ database_id }) => database_id === row.id).map(({ id }) => id))));
    },
    async identify(by, db) {
      const query = db.as<DatabaseTables>().selectFrom('dbs').select(['id', 'uuid']);
      return ('ids' in by ? query.where('id', 'in', [...by.ids]) : query.where('uuid', 'in', [...by.uuids])).execute();
    },
    async validate({ content, secrets }, existingId): Promise<FileProblems | undefined> {
      const connection = readConnection(String(content['sqlalchemy_uri']), await databases.connectors());
      if (!connection) return { sqlalchemy_uri: ['Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name'] };
      const problems: string[] = [];
      if (isMasked(connection) && !content['password'] && !secrets.password) {
        const row = existingId === undefined ? undefined : await ctx.metadata.db<DatabaseTables>().selectFrom('dbs').select('parameters').where('id', '=', existingId).executeTakeFirst();
        const stored = objectOf(row?.parameters);
        if (!stored?.['password'] || !isSameTarget(stored, connection.parameters)) problems.push('Must provide a password for the database');
      }
      const tunnel = objectOf(content['ssh_tunnel']);
      if (tunnel && ctx.config.featureFlags['SSH_TUNNELING']) problems.push(...tunnelProblems(tunnel, secrets));
      return problems.length > 0 ? { _schema: problems } : undefined;
    },
    import: async (file, target, context) => importDatabase(file, target, context, { secrets: ctx.secrets, connectors: await databases.connectors() }),
  };
}
