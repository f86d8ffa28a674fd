import { afterAll, describe, it } from 'vitest';
import type { ConnectorConformance } from '@orrery/testing';
import { conformConnector } from '@orrery/testing';
import { createConnectorBench, serverOf } from './connector-bench.ts';

const bench = createConnectorBench();
afterAll(() => bench.close());

const NOWHERE = 'no.such.host.invalid';

type Engine = Omit<ConnectorConformance, 'open'>;

const DUCKDB: Engine = {
  engine: 'duckdb',
  schema: 'main',
  weekStart: 'monday',
  slowSql: 'SELECT count(*) AS n FROM range(10000000) a(x), range(10000000) b(y) WHERE (x * y) % 7 = 3',
  wrong: [{ parameters: { file: 'nowhere.duckdb' }, code: 'unavailable', fields: [] }],
  keepsDigits: false,
};

const POSTGRESQL: Engine = {
  engine: 'postgresql',
  schema: 'public',
  weekStart: 'monday',
  slowSql: 'SELECT count(*) AS n FROM generate_series(1, 100000) a(x), generate_series(1, 1000000) b(y) WHERE (x::bigint * y) % 7 = 3',
  runningSql: (marker) => `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${marker}%' AND query NOT LIKE '%pg_stat_activity%'`,
  wrong: [
    { parameters: { host: NOWHERE }, code: 'invalid-hostname', fields: ['host'] },
    { parameters: { port: 1 }, code: 'port-closed', fields: ['host', 'port'] },
    { parameters: { port: 99_999 }, code: 'invalid-port', fields: ['port'] },
    { parameters: { username: 'nobody_here', password: 'secret-password' }, code: 'invalid-username', fields: ['username'] },
    { parameters: { database: 'nothing_here' }, code: 'unknown-database', fields: ['database'] },
    { parameters: { host: '', username: '' }, code: 'missing-parameters', fields: ['host', 'username'] },
  ],
};

const MYSQL: Engine = {
  engine: 'mysql',
  schema: null,
  types: { timestamp: 'DATETIME(3)', instant: 'TIMESTAMP(3)' },
  tableSuffix: ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
  weekStart: 'sunday',
  slowSql: 'SELECT count(*) AS n FROM information_schema.columns a, information_schema.columns b, information_schema.columns c WHERE a.ordinal_position + b.ordinal_position * c.ordinal_position = -1',
  runningSql: (marker) => `SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%${marker}%' AND info NOT LIKE '%processlist%'`,
  wrong: [
    { parameters: { host: NOWHERE }, code: 'invalid-hostname', fields: ['host'] },
    { parameters: { port: 1 }, code: 'port-closed', fields: ['host', 'port'] },
    { parameters: { port: 0 }, code: 'invalid-port', fields: ['port'] },
    { parameters: { password: 'secret-password' }, code: 'access-denied', fields: ['username', 'password'] },
    { parameters: { database: 'nothing_here' }, code: 'unknown-database', fields: ['database'] },
    { parameters: { host: '', username: '' }, code: 'missing-parameters', fields: ['host', 'username'] },
  ],
};

const SQLITE: Engine = {
  engine: 'sqlite',
  schema: 'main',
  weekStart: 'sunday',
  slowSql: 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) AS n FROM r',
  wrong: [
    { parameters: { file: 'nowhere.sqlite' }, code: 'unavailable', fields: ['file'] },
    { parameters: { file: '../metadata.db' }, code: 'refused', fields: ['file'] },
  ],
};

/** One line each: what to test, and where it is; undefined when it is nowhere. */
const ENGINES: readonly (readonly [Engine, Readonly<Record<string, unknown>> | undefined])[] = [
  [DUCKDB, { file: 'conformance.duckdb' }],
  [SQLITE, { file: 'conformance.sqlite' }],
  [POSTGRESQL, serverOf('ORRERY_TEST_PG')],
  [MYSQL, serverOf('ORRERY_TEST_MYSQL')],
];

for (const [engine, parameters] of ENGINES) {
  if (parameters) conformConnector({ ...engine, open: () => bench.open(engine.engine, parameters) });
  else describe(`${engine.engine} conforms`, () => it.skip('needs a server', () => undefined));
}
