import { createHook, createToken } from '@orrery/sdk';
import type { JsonObject, User } from '@orrery/sdk';
import type { Connection, ConnectorContribution, SqlDialect } from '@orrery/sdk/server';

/** A database as the server knows it. Secrets stay inside the database plugin. */
export interface DatabaseRecord {
  readonly id: number;
  readonly uuid: string;
  readonly database_name: string;
  /** Engine of the connector, e.g. `duckdb`. */
  readonly backend: string;
  readonly cache_timeout: number | null;
  readonly allow_dml: boolean;
  readonly expose_in_sqllab: boolean;
}

/** A database that can be asked. */
export interface OpenDatabase {
  readonly database: DatabaseRecord;
  readonly connection: Connection;
  readonly dialect: SqlDialect;
  /** In whose name it is asked; absent for the stored account. What is kept of its answers is for nobody else. */
  readonly inNameOf?: string;
}

/** Server service: opens databases. */
export interface DatabaseService {
  get(id: number): Promise<DatabaseRecord | undefined>;
  list(): Promise<readonly DatabaseRecord[]>;
  /**
   * Opens a database for whoever asks: one with `impersonate_user` is asked in the caller's name, any other by its stored account.
   * Without a caller it is the stored account always, as for upkeep nobody sees the rows of; whatever a request reads has a caller.
   * Rejects with ConnectorError when the engine cannot be reached, or not in the caller's name.
   */
  connect(id: number, caller?: Pick<User, 'username' | 'isAnonymous'>): Promise<OpenDatabase>;
  /** How an engine writes SQL, without opening a connection; undefined when no connector knows it. */
  dialect(backend: string): Promise<SqlDialect | undefined>;
  /** Static half of the connector of an engine, without loading it; undefined when there is none. */
  engine(backend: string): ConnectorContribution | undefined;
  /** Creates a database from plain parameters, sealing secrets; used by examples and imports. A known `uuid` answers the database that has it. */
  create(input: { database_name: string; backend: string; parameters: JsonObject; uuid?: string; expose_in_sqllab?: boolean; allow_dml?: boolean; allow_file_upload?: boolean; createdBy?: number | null }): Promise<DatabaseRecord>;
}
export const DatabaseService = createToken<DatabaseService>('database', 'DatabaseService', 1);

/** Asked before databases are deleted; whoever still needs one vetoes with a reason for the user. */
export const WillDeleteDatabases = createHook<'will', readonly [ids: readonly number[]]>('will', 'database.willDelete', ['ids']);

/** Tables of the metadata database other plugins may join. */
export interface DatabaseTables {
  dbs: {
    id: number;
    uuid: string;
    database_name: string;
    backend: string;
    /** JSON text, secrets sealed. */
    parameters: string;
    extra: string | null;
    cache_timeout: number | null;
    expose_in_sqllab: number;
    allow_dml: number;
    allow_file_upload: number;
    allow_run_async: number;
    allow_ctas: number;
    allow_cvas: number;
    force_ctas_schema: string | null;
    impersonate_user: number;
    /** `sqlalchemy_form` or `dynamic_form`. */
    configuration_method: string;
    server_cert: string | null;
    /** JSON text, sealed. */
    encrypted_extra: string | null;
    is_managed_externally: number;
    external_url: string | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
}

export { shownParameters } from './server/connection-parameters.ts';
