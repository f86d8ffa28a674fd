import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { EngineLimits, OpenMode } from './protocol.ts';

/** Settings in the order they must be made: the lock comes last and cannot be undone. */
function lockDown(mode: OpenMode): readonly string[] {
  const always = ["SET TimeZone = 'UTC'", 'SET allow_community_extensions = false', 'SET allow_persistent_secrets = false'];
  return mode === 'load' ? always : [...always, 'SET enable_external_access = false', 'SET lock_configuration = true'];
}

const LOCK_PATIENCE_MS = 3000;

/** Opens; a process of the server before may still be giving up its lock. */
async function create(file: string, options: Record<string, string>): Promise<DuckDBInstance> {
  for (const until = Date.now() + LOCK_PATIENCE_MS; ; ) {
    try {
      return await DuckDBInstance.create(file, options);
    } catch (error) {
      if (Date.now() > until || !/could not set lock/i.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Opens a database file as its mode demands. */
export async function openInstance(file: string, mode: OpenMode, limits: EngineLimits): Promise<DuckDBInstance> {
  const instance = await create(file, {
    access_mode: mode === 'read' ? 'READ_ONLY' : 'READ_WRITE',
    threads: String(limits.threads),
    memory_limit: `${limits.memoryMb}MiB`,
    temp_directory: limits.tempDirectory,
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    for (const statement of lockDown(mode)) await connection.run(statement);
  } finally {
    connection.closeSync();
  }
  return instance;
}

/** Tables and views an analyst may name, by every spelling of their qualification. */
export async function readCatalog(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const reader = await connection.runAndReadAll(`
    SELECT lower(database_name), lower(schema_name), lower(name), schema_name = 'main' FROM (
      SELECT database_name, schema_name, table_name AS name, internal FROM duckdb_tables()
      UNION ALL SELECT database_name, schema_name, view_name, internal FROM duckdb_views()
    ) WHERE NOT internal AND database_name NOT IN ('system', 'temp')`);
  const names = new Set<string>();
  for (const [database, schema, name, isDefault] of reader.getRows()) {
    names.add(`${String(schema)}.${String(name)}`);
    names.add(`${String(database)}.${String(schema)}.${String(name)}`);
    if (isDefault === true) {
      names.add(String(name));
      names.add(`${String(database)}.${String(name)}`);
    }
  }
  return names;
}
