import type { User } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../../app/database/contract.ts';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import type { SqlTable } from '../../../sql/contract.ts';
import type { CheckInnerTables } from '../admission/inner-tables.ts';
import type { Cell } from '../frame/frame.ts';
import { rememberFor } from './remember-for.ts';

/** For whom partitions are read, and on which database. */
export interface PartitionScope {
  readonly user: User;
  readonly dialect: SqlDialect;
  readonly dataset: DatasetRecord | undefined;
}

/** Reads which partitions a table has. Rejects with an Error whose text says what is wrong with the call. */
export interface PartitionReader {
  /** Values of the newest partition, one per column the table is parted by; null when it has none. */
  latest(scope: PartitionScope, table: SqlTable): Promise<string[] | null>;
  /** The newest value of the one column that `given` does not name. */
  latestSub(scope: PartitionScope, table: SqlTable, given: Readonly<Record<string, unknown>>): Promise<string | null>;
}

/** Engines that show the partitions of a table as the table `<name>$partitions`. */
const HAS_PARTITIONS = /^(?:trino|presto)/i;
const TIMEOUT_MS = 10_000;
/** Partitions come by the hour or day; charts ask all the time. */
const REMEMBER_MS = 60_000;

function textOf(value: Cell, generic: GenericType, type: string): string {
  if (generic !== GenericType.Temporal || typeof value !== 'number') return String(value);
  const iso = new Date(value).toISOString();
  return /^date$/i.test(type) ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

/** `checkTables` looks at the caller's rights on tables other than the dataset's own. */
export function createPartitionReader(databases: Pick<DatabaseService, 'connect'>, checkTables: CheckInnerTables, now: () => number = Date.now): PartitionReader {
  /** Questions are remembered by their text: database, where bare names are looked up, statement, who asks. */
  async function open(key: string) {
    const [databaseId, catalog, schema, sql, caller] = JSON.parse(key) as [number, string | null, string | null, string, Pick<User, 'username' | 'isAnonymous'>];
    const { connection } = await databases.connect(databaseId, caller);
    return { connection, sql, options: { signal: AbortSignal.timeout(TIMEOUT_MS), timeoutMs: TIMEOUT_MS, maxRows: 1, mode: 'read' as const, catalog, schema } };
  }
  const columnsOf = rememberFor(
    REMEMBER_MS,
    async (key: string) => {
      const { connection, sql, options } = await open(key);
      return connection.describe(sql, options);
    },
    now,
  );
  const firstRow = rememberFor(
    REMEMBER_MS,
    async (key: string): Promise<string[] | null> => {
      const { connection, sql, options } = await open(key);
      const execution = await connection.execute(sql, options);
      for await (const { columns, rowCount } of execution.batches) {
        if (rowCount > 0) return execution.columns.map(({ generic, type }, at) => textOf(columns[at]?.[0] ?? null, generic, type));
      }
      return null;
    },
    now,
  );

  async function partitions({ user, dialect, dataset }: PartitionScope, table: SqlTable) {
    if (!dataset) throw new Error('is asked without a dataset, so the database is not known');
    if (!HAS_PARTITIONS.test(dialect.name)) throw new Error(`works on Presto and Trino, not on ${dialect.name}`);
    const named = { catalog: table.catalog ?? dataset.catalog, schema: table.schema ?? dataset.schema, name: table.name };
    const isOwn = !dataset.sql && dataset.table_name === named.name && dataset.schema === named.schema && dataset.catalog === named.catalog;
    if (!isOwn) await checkTables([named], user, dataset);
    const source = dialect.qualify({ ...named, name: `${named.name}$partitions` });
    const ask = (sql: string): string => JSON.stringify([dataset.database.id, dataset.catalog, dataset.schema, sql, { username: user.username, isAnonymous: user.isAnonymous }]);
    const fields = (await columnsOf(ask(`SELECT * FROM ${source}`))).map(({ name }) => name);
    if (fields.length === 0) throw new Error(`the table ${named.name} is not partitioned`);
    return { source, fields, ask };
  }

  return {
    async latest(scope, table) {
      const { source, fields, ask } = await partitions(scope, table);
      const names = fields.map((field) => scope.dialect.identifier(field));
      return firstRow(ask(scope.dialect.limit(`SELECT ${names.join(', ')} FROM ${source} ORDER BY ${names.map((name) => `${name} DESC`).join(', ')}`, 1, 0)));
    },
    async latestSub(scope, table, given) {
      const { source, fields, ask } = await partitions(scope, table);
      const { dialect } = scope;
      const unknown = Object.keys(given).find((name) => !fields.includes(name));
      if (unknown !== undefined) throw new Error(`Field [${unknown}] is not part of the partitioning key; the table is partitioned by ${fields.join(', ')}`);
      const missing = fields.filter((field) => !Object.hasOwn(given, field));
      const [wanted] = missing;
      if (wanted === undefined || missing.length > 1) throw new Error(`A filter needs to be specified for ${fields.length - 1} out of the ${fields.length} fields.`);
      const conditions = Object.entries(given).map(([name, value]) => `${dialect.identifier(name)} = ${dialect.literal(typeof value === 'number' || typeof value === 'boolean' ? value : String(value))}`);
      const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
      const row = await firstRow(ask(dialect.limit(`SELECT ${dialect.identifier(wanted)} FROM ${source}${where} ORDER BY ${dialect.identifier(wanted)} DESC`, 1, 0)));
      return row?.[0] ?? null;
    },
  };
}
