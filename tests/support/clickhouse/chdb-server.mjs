// A ClickHouse for tests: the engine of the npm package chdb behind as much of ClickHouse's HTTP interface as clients use.
// Usage: node chdb-server.mjs <folder of chdb> <port> <user:password> [folder of the data]; prints `listening <port>`.
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const [, , folder = '', port = '0', account = 'orrery:orrery-test', given] = process.argv;
const { Session } = createRequire(import.meta.url)(folder);
const data = given ?? mkdtempSync(path.join(os.tmpdir(), 'orrery-ch-'));
/** Keeps the engine open between requests, each of which has a session of its own. */
const keeper = new Session(data);

/** Parameters of an address that are no settings. */
const OWN = new Set(['query', 'query_id', 'database', 'user', 'password', 'default_format', 'wait_end_of_query', 'session_id', 'role', 'enable_http_compression']);
const quoted = (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function problem(code, message, name) {
  return { code, text: `Code: ${code}. DB::Exception: ${message}. (${name}) (version 0 (chdb))\n` };
}

function accountOf(request, search) {
  const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (basic) return Buffer.from(basic, 'base64').toString();
  return `${request.headers['x-clickhouse-user'] ?? search.get('user') ?? 'default'}:${request.headers['x-clickhouse-key'] ?? search.get('password') ?? ''}`;
}

/** A query's own id cannot be set in this engine, so its comment stands for it. */
const byComment = (sql) => (/^\s*KILL\s+QUERY\b/i.test(sql) ? sql.replace(/\bquery_id\b/g, "Settings['log_comment']") : sql);

async function run(session, { search, headers }, sql) {
  const database = headers['x-clickhouse-database'] ?? search.get('database');
  if (database) await session.queryAsync(`USE \`${Buffer.from(database, 'latin1').toString().replaceAll('`', '\\`')}\``);
  const settings = [...search].filter(([name]) => !OWN.has(name) && name !== 'readonly').map(([name, value]) => `${name} = ${quoted(value)}`);
  const id = search.get('query_id');
  if (id) settings.push(`log_comment = ${quoted(id)}`);
  // Afterwards nothing could be set any more.
  if (search.has('readonly')) settings.push(`readonly = ${Number(search.get('readonly'))}`);
  if (settings.length > 0) await session.queryAsync(`SET ${settings.join(', ')}`);
  return (await session.queryAsync(byComment(sql), { format: search.get('default_format') ?? 'TabSeparated' })).bytes();
}

/** A server whose tests were killed must not stay for ever. */
const IDLE_MS = 900_000;
let idle = setTimeout(() => stop(), IDLE_MS);

const server = http.createServer((request, response) => {
  idle = idle.refresh();
  const address = new URL(request.url ?? '/', 'http://localhost');
  if (address.pathname === '/ping') return void response.end('Ok.\n');
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    const { searchParams: search } = address;
    const sql = [search.get('query') ?? '', Buffer.concat(parts).toString()].filter(Boolean).join('\n');
    const answer = (status, body, code) => {
      if (response.destroyed) return;
      const id = search.get('query_id') ?? '';
      response.writeHead(status, { 'content-type': 'text/plain; charset=UTF-8', 'x-clickhouse-query-id': id, 'x-clickhouse-summary': '{}', ...(code && { 'x-clickhouse-exception-code': code }) });
      response.end(body);
    };
    if (accountOf(request, search) !== account) {
      const { code, text } = problem(516, `${account.split(':')[0]}: Authentication failed: password is incorrect, or there is no user with such name`, 'AUTHENTICATION_FAILED');
      return answer(403, text, code);
    }
    const session = new Session(data);
    let isOver = false;
    response.on('close', () => {
      const id = search.get('query_id');
      if (!isOver && id && search.get('cancel_http_readonly_queries_on_client_close') === '1') void keeper.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = ${quoted(id)}`).catch(() => undefined);
    });
    try {
      answer(200, await run(session, { search, headers: request.headers }, sql));
    } catch (error) {
      answer(error.clickhouseCode === 60 ? 404 : 500, `${error.message} (version 0 (chdb))\n`, error.clickhouseCode ?? 1001);
    } finally {
      isOver = true;
      session.close();
    }
  });
});

const stop = () => {
  try {
    rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  } finally {
    // The engine has threads of its own, which an orderly exit would wait for.
    process.kill(process.pid, 'SIGKILL');
  }
};
process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);
server.listen(Number(port), '127.0.0.1', () => console.log(`listening ${server.address().port}`));
