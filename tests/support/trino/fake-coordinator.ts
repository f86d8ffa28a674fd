import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDBInstance } from '@duckdb/node-api';
import { trinoErrorOf, trinoTypeOf, trinoValueOf } from './duckdb-as-trino.ts';

/** How the coordinator behaves. */
export interface FakeOptions {
  readonly version?: string;
  /** `user:password` it asks for. */
  readonly account?: string;
  readonly pageRows?: number;
  /** Requests answered 503 before each page. */
  readonly busy?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

interface Query {
  readonly id: string;
  readonly connection: DuckDBConnection;
  readonly sql: string;
  readonly headers: IncomingMessage['headers'];
  readonly pages: object[];
  state: 'RUNNING' | 'FINISHED' | 'FAILED' | 'CANCELED';
  isOver: boolean;
  wake: () => void;
}

/** A coordinator's protocol over DuckDB: enough to prove a client of the protocol, not what Trino makes of SQL. */
export interface FakeCoordinator {
  readonly port: number;
  readonly queries: ReadonlyMap<string, Query>;
  /** Requests so far, as `METHOD path`. */
  readonly requests: readonly string[];
  /** In whose name each came, those for information aside. */
  readonly users: readonly string[];
  close(): Promise<void>;
}

const WAIT_MS = 200;
const FUNCTIONS = 'SELECT DISTINCT function_name AS "Function" FROM duckdb_functions() ORDER BY 1';
const PREPARE = [
  "ATTACH ':memory:' AS memory_catalog", 'USE memory_catalog', 'CREATE SCHEMA sales', "SET TimeZone = 'UTC'",
  'CREATE MACRO from_unixtime(x) AS to_timestamp(x)', 'CREATE MACRO nan() AS CAST(\'nan\' AS DOUBLE)',
];

/** What Trino writes otherwise. */
function translated(sql: string): string {
  if (/^SHOW FUNCTIONS/i.test(sql)) return FUNCTIONS;
  const shown = /^SHOW COLUMNS FROM (.*)$/is.exec(sql)?.[1];
  if (shown) return `SELECT column_name AS "Column", column_type AS "Type", '' AS "Extra", '' AS "Comment" FROM (DESCRIBE ${shown})`;
  return sql
    .replaceAll(/UNNEST\(sequence\((\d+), (\d+)\)\)/g, 'range($1, $2)')
    .replaceAll('system.metadata.catalogs', "(SELECT 'memory_catalog' AS catalog_name UNION ALL SELECT 'other')")
    .replaceAll('system.metadata.table_comments', "(SELECT 'A comment' AS comment, 'memory_catalog' AS catalog_name, 'main' AS schema_name, 'commented' AS table_name)")
    .replaceAll(/(\w+)\.information_schema/g, 'information_schema');
}

/** Until it heeds it: an interruption that comes before its statement is forgotten. */
function interrupt(query: Query): void {
  if (query.isOver) return;
  query.connection.interrupt();
  setTimeout(interrupt, 20, query).unref();
}

export async function startFakeCoordinator({ version = '476', account, pageRows = 3, busy = 0, tls }: FakeOptions = {}): Promise<FakeCoordinator> {
  const instance = await DuckDBInstance.create(':memory:');
  const first = await instance.connect();
  for (const sql of PREPARE) await first.run(sql);
  const queries = new Map<string, Query>();
  const requests: string[] = [];
  const users: string[] = [];
  const prefix = version.startsWith('0.') ? 'x-presto-' : 'x-trino-';
  let busyLeft = busy;

  const run = async (query: Query): Promise<void> => {
    try {
      for (const sql of ['USE memory_catalog', "SET TimeZone = 'UTC'"]) await query.connection.run(sql);
      const result = await query.connection.stream(translated(query.sql));
      const types = result.columnTypes();
      const columns = result.columnNames().map((name, at) => ({ name, ...trinoTypeOf(types[at]!) }));
      query.pages.push({ columns });
      query.wake();
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0 && query.state === 'RUNNING'; chunk = await result.fetchChunk()) {
        const rows = chunk.getRows().map((row) => row.map((value, at) => trinoValueOf(value, types[at]!)));
        for (let at = 0; at < rows.length; at += pageRows) query.pages.push({ columns, data: rows.slice(at, at + pageRows) });
        query.wake();
      }
      if (query.state === 'RUNNING') query.state = 'FINISHED';
    } catch (error) {
      if (query.state === 'RUNNING') query.state = 'FAILED';
      query.pages.push({ error: query.state === 'CANCELED' ? { message: 'Query was canceled', errorName: 'USER_CANCELED' } : trinoErrorOf(error as Error) });
    } finally {
      query.isOver = true;
      query.wake();
      query.connection.closeSync();
    }
  };

  const handle = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://fake');
    requests.push(`${request.method} ${request.url}`);
    // Long numbers stay numbers on the wire.
    const json = (value: object): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value).replaceAll(/"#(-?\d+)#"/g, '$1'));
    const refuse = (status: number, text: string): void => void response.writeHead(status).end(text);
    if (account && request.headers.authorization !== `Basic ${Buffer.from(account).toString('base64')}`) return refuse(401, 'Unauthorized');
    if (pathname === '/v1/info') return json({ nodeVersion: { version }, starting: false });
    if (!request.headers[`${prefix}user`]) return refuse(400, 'User must be set');
    users.push(String(request.headers[`${prefix}user`]));
    if (busyLeft > 0) {
      busyLeft--;
      return refuse(503, 'Busy');
    }
    busyLeft = busy;
    // As behind a proxy that hides the client's address.
    const uriOf = (id: string, page: number): string => `http://coordinator.internal:1/v1/statement/executing/${id}/slug/${page}`;
    if (request.method === 'POST' && pathname === '/v1/statement') {
      const query: Query = { id: randomUUID(), connection: await instance.connect(), sql: body, headers: request.headers, pages: [], state: 'RUNNING', isOver: false, wake: () => undefined };
      queries.set(query.id, query);
      void run(query);
      return json({ id: query.id, infoUri: 'http://x', nextUri: uriOf(query.id, 0), stats: { state: 'QUEUED' } });
    }
    const [, id = '', page = ''] = /^\/v1\/statement\/executing\/([^/]+)\/slug\/(\d+)$/.exec(pathname) ?? [];
    const query = queries.get(id);
    if (!query) return refuse(404, 'Query not found');
    if (request.method === 'DELETE') {
      if (query.state === 'RUNNING') {
        query.state = 'CANCELED';
        interrupt(query);
      }
      return void response.writeHead(204).end();
    }
    const at = Number(page);
    if (at >= query.pages.length && query.state === 'RUNNING') await Promise.race([new Promise<void>((resolve) => (query.wake = resolve)), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
    const found = query.pages[at];
    const isLast = query.state !== 'RUNNING' && at >= query.pages.length - 1;
    json({ id, ...found, ...(!isLast && { nextUri: uriOf(id, found ? at + 1 : at) }), stats: { state: query.state } });
  };

  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => void handle(request, response, Buffer.concat(parts).toString()).catch((error: unknown) => response.writeHead(500).end(String(error))));
  };
  const server: Server = tls ? https.createServer(tls, listen) : http.createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    queries,
    requests,
    users,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      first.closeSync();
    },
  };
}
