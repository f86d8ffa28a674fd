import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@orrery/sdk';
import { Connectors, ConnectorError } from '@orrery/sdk/server';
import type { Connection, ConnectorContribution, Impersonation, ServerPluginContext, SqlDialect } from '@orrery/sdk/server';
import type { DatabaseRecord, DatabaseService, DatabaseTables } from '../contract.ts';
import { openParameters, sealParameters } from './connection-parameters.ts';
import { withSettings } from './connection-settings.ts';
import { openExtra } from './encrypted-extra.ts';
import { impersonationOf } from './impersonation.ts';

type Row = DatabaseTables['dbs'];

function toRecord(row: Row): DatabaseRecord {
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    backend: row.backend,
    cache_timeout: row.cache_timeout,
    allow_dml: row.allow_dml === 1,
    expose_in_sqllab: row.expose_in_sqllab === 1,
  };
}

/** A connection that is not stored yet. */
export interface TriedConnection {
  readonly engine: string;
  readonly parameters: JsonObject;
  readonly impersonate?: Impersonation;
}

/** What the database plugin's own routes need beyond the public service. */
export interface Databases extends DatabaseService {
  /** Static halves of all connectors. */
  connectors(): Promise<readonly ConnectorContribution[]>;
  connector(engine: string): Promise<ConnectorContribution | undefined>;
  /**
   * Opens a connection for parameters that are not stored yet, asks it for one row, hands it to `then`, and closes it.
   * Rejects with ConnectorError.
   */
  probe(tried: TriedConnection, signal: AbortSignal, then?: (connection: Connection) => Promise<void>): Promise<void>;
}

/** Longest time a connection test may take, in milliseconds. */
const PROBE_TIMEOUT_MS = 10_000;

/** Opens and lists databases; secrets are opened here and handed to the connector only. */
export function createDatabaseService(ctx: ServerPluginContext): Databases {
  const db = () => ctx.metadata.db<DatabaseTables>();

  async function row(id: number): Promise<Row | undefined> {
    return db().selectFrom('dbs').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async function code(engine: string) {
    try {
      return await ctx.points.load(Connectors, engine);
    } catch (error) {
      throw new ConnectorError('unavailable', `No connector for the engine "${engine}" is available. Enable its connector plugin.`, error);
    }
  }

  async function connectors(): Promise<readonly ConnectorContribution[]> {
    return (await ctx.points.loadAll(Connectors)).map(({ value }) => value);
  }

  async function connector(engine: string): Promise<ConnectorContribution | undefined> {
    return (await connectors()).find((candidate) => candidate.engine === engine);
  }

  return {
    connectors,
    connector,
    engine: (backend) => ctx.points.find(Connectors, backend)?.value,
    async get(id) {
      const found = await row(id);
      return found && toRecord(found);
    },
    async list() {
      const rows = await db().selectFrom('dbs').selectAll().orderBy('database_name').execute();
      return rows.map(toRecord);
    },
    async connect(id, caller) {
      const found = await row(id);
      if (!found) throw new ConnectorError('unavailable', `Database ${id} does not exist.`);
      const { open, dialect } = await code(found.backend);
      const impersonate = found.impersonate_user === 1 && caller ? impersonationOf(caller, found.database_name, ctx.points.find(Connectors, found.backend)?.value) : undefined;
      const parameters = withSettings(openParameters(JSON.parse(found.parameters) as JsonObject, found.uuid, ctx.secrets), {
        server_cert: found.server_cert,
        encrypted_extra: openExtra(found.encrypted_extra, found.uuid, ctx.secrets),
        extra: found.extra,
      });
      const connection: Connection = await open({ id: found.id, uuid: found.uuid, name: found.database_name, parameters, ...(impersonate && { impersonate }) });
      return { database: toRecord(found), connection, dialect, ...(impersonate && { inNameOf: impersonate.username }) };
    },
    async dialect(backend): Promise<SqlDialect | undefined> {
      try {
        return (await code(backend)).dialect;
      } catch {
        return undefined;
      }
    },
    async create(input) {
      const uuid = input.uuid ?? randomUUID();
      const known = await db().selectFrom('dbs').selectAll().where('uuid', '=', uuid).executeTakeFirst();
      if (known) return toRecord(known);
      const schema = (await connector(input.backend))?.parameters ?? {};
      const now = Date.now();
      const created = await db()
        .insertInto('dbs')
        .values({
          uuid,
          database_name: input.database_name,
          backend: input.backend,
          parameters: JSON.stringify(sealParameters(input.parameters, schema, uuid, ctx.secrets)),
          extra: null,
          cache_timeout: null,
          expose_in_sqllab: input.expose_in_sqllab === false ? 0 : 1,
          allow_dml: input.allow_dml ? 1 : 0,
          allow_file_upload: input.allow_file_upload ? 1 : 0,
          allow_run_async: 0,
          allow_ctas: 0,
          allow_cvas: 0,
          force_ctas_schema: null,
          impersonate_user: 0,
          configuration_method: 'dynamic_form',
          server_cert: null,
          encrypted_extra: null,
          is_managed_externally: 0,
          external_url: null,
          created_on: now,
          changed_on: now,
          created_by_fk: input.createdBy ?? null,
          changed_by_fk: input.createdBy ?? null,
        } as Row)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRecord(created);
    },
    async probe({ engine, ...tried }, signal, then) {
      const { open } = await code(engine);
      const connection = await open({ id: 0, uuid: randomUUID(), name: 'connection test', ...tried });
      try {
        const execution = await connection.execute('SELECT 1', { mode: 'read', maxRows: 1, timeoutMs: PROBE_TIMEOUT_MS, signal });
        for await (const batch of execution.batches) if (batch.rowCount > 0) break;
        await then?.(connection);
      } finally {
        await connection.close();
      }
    },
  };
}
