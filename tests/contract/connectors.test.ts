import { afterAll, describe, it } from 'vitest';
import type { ConnectorConformance } from '@orrery/testing/server';
import { conformConnector } from '@orrery/testing/server';
import { testClickhouse } from '../support/clickhouse/test-clickhouse.ts';
import { startFakeCoordinator } from '../support/trino/fake-coordinator.ts';
import { connectionFormTests } from './connection-forms.ts';
import { createConnectorBench, serverOf } from './connector-bench.ts';

const bench = createConnectorBench();
const clickhouse = await testClickhouse();
const trino = serverOf('ORRERY_TEST_TRINO');
const coordinator = trino ? undefined : await startFakeCoordinator({ pageRows: 1000 });
afterAll(async () => {
  await bench.close();
  clickhouse?.stop();
  await coordinator?.close();
});

const NOWHERE = 'no.such.host.invalid';

type Engine = Omit<ConnectorConformance, 'open'>;

const DUCKDB: Engine = {
  engine: 'duckdb',
  schema: 'main',
  weekStart: 'monday',
  slowSql: 'SELECT count(*) AS n FROM range(10000000) a(x), range(10000000) b(y) WHERE (x * y) % 7 = 3',
  wrong: [
    { parameters: { file: 'nowhere.duckdb' }, code: 'unavailable', fields: ['file'] },
    { parameters: { file: '../metadata.duckdb' }, code: 'refused', fields: ['file'] },
  ],
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
  hasDecimals: false,
  weekStart: 'sunday',
  slowSql: 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) AS n FROM r',
  wrong: [
    { parameters: { file: 'nowhere.sqlite' }, code: 'unavailable', fields: ['file'] },
    { parameters: { file: '../metadata.db' }, code: 'refused', fields: ['file'] },
  ],
};

const CLICKHOUSE: Engine = {
  engine: 'clickhouse',
  schema: 'default',
  types: { timestamp: 'DateTime64(3)', instant: "DateTime64(3, 'UTC')" },
  tableSuffix: ' ENGINE = MergeTree ORDER BY tuple()',
  nullable: (type) => `Nullable(${type})`,
  weekStart: 'monday',
  slowSql: 'SELECT count() AS n FROM numbers(100000000000) WHERE sipHash64(number) = 1',
  runningSql: (marker) => `SELECT count() FROM system.processes WHERE query LIKE '%${marker}%' AND query NOT LIKE '%system.processes%'`,
  wrong: [
    { parameters: { host: NOWHERE }, code: 'invalid-hostname', fields: ['host'] },
    { parameters: { port: 1 }, code: 'port-closed', fields: ['host', 'port'] },
    { parameters: { port: 99_999 }, code: 'invalid-port', fields: ['port'] },
    { parameters: { password: 'secret-password' }, code: 'access-denied', fields: ['username', 'password'] },
    { parameters: { database: 'nothing_here' }, code: 'unknown-database', fields: ['database'] },
    { parameters: { host: '' }, code: 'missing-parameters', fields: ['host'] },
  ],
};

const TRINO: Engine = {
  engine: 'trino',
  schema: trino?.database.split('/')[1] ?? 'default',
  types: { timestamp: 'TIMESTAMP(3)', instant: 'TIMESTAMP(3) WITH TIME ZONE' },
  written: (literal, type) => `CAST(${literal} AS ${type})`,
  weekStart: 'monday',
  slowSql: 'SELECT count(*) AS n FROM UNNEST(sequence(1, 10000)) AS a(x) CROSS JOIN UNNEST(sequence(1, 10000)) AS b(y) CROSS JOIN UNNEST(sequence(1, 10000)) AS c(z) WHERE (x * y * z) % 7 = 13',
  runningSql: (marker) => `SELECT count(*) FROM system.runtime.queries WHERE state = 'RUNNING' AND query LIKE '%${marker}%' AND query NOT LIKE '%runtime.queries%'`,
  wrong: [
    { parameters: { host: NOWHERE }, code: 'invalid-hostname', fields: ['host'] },
    { parameters: { port: 1 }, code: 'port-closed', fields: ['host', 'port'] },
    { parameters: { port: 99_999 }, code: 'invalid-port', fields: ['port'] },
    { parameters: { database: 'nothing_here' }, code: 'unknown-database', fields: ['database'] },
    { parameters: { host: '', username: '' }, code: 'missing-parameters', fields: ['host', 'username'] },
  ],
};

/** The fake coordinator's SQL is DuckDB's. */
const { runningSql: _, ...withoutList } = TRINO;
const TRINO_PROTOCOL: Engine = {
  ...withoutList,
  schema: 'main',
  types: {},
  wrong: [...TRINO.wrong, { parameters: { password: 'secret-password' }, code: 'unavailable', fields: ['encryption', 'port'] }],
};

/** One line each: what to test, and where it is; undefined when it is nowhere. */
const ENGINES: readonly (readonly [Engine, Readonly<Record<string, unknown>> | undefined])[] = [
  [DUCKDB, { file: 'conformance.duckdb' }],
  [SQLITE, { file: 'conformance.sqlite' }],
  [POSTGRESQL, serverOf('ORRERY_TEST_PG')],
  [MYSQL, serverOf('ORRERY_TEST_MYSQL')],
  [CLICKHOUSE, clickhouse?.parameters],
  [TRINO, trino],
];

for (const [engine, parameters] of ENGINES) {
  if (parameters) {
    conformConnector({ ...engine, open: () => bench.open(engine.engine, parameters) });
    describe(`${engine.engine}'s connection form`, () => connectionFormTests(engine, parameters, bench.post));
  } else describe(`${engine.engine} conforms`, () => it.skip('needs a server', () => undefined));
}

if (coordinator) {
  describe('the client of Trino\'s protocol, over a fake coordinator with DuckDB, NOT Trino', () => {
    conformConnector({ ...TRINO_PROTOCOL, open: () => bench.open('trino', { host: '127.0.0.1', port: coordinator.port, username: 'ann', database: 'memory_catalog/main' }) });
  });
}
