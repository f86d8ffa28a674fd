import { Agent } from 'node:https';
import type { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { ConnectorError } from '@orrery/sdk/server';
import type { Impersonation } from '@orrery/sdk/server';
import type { ConnectionTarget } from './connection-config.ts';
import { toConnectionError } from './connection-error.ts';
import type { QuerySettings } from './query-settings.ts';
import { createQuerySettings, settingsQuestion } from './query-settings.ts';

const MAX_CONNECTIONS = 10;
/** Statements have clocks of their own; this one only keeps a forgotten socket from staying for ever. */
const FORGOTTEN_MS = 86_400_000;
/** Accounts whose settings are remembered. */
const MAX_ACCOUNTS = 200;
const KILL_TRIES = 3;
const KILL_PAUSE_MS = 150;

/** How one request is sent. */
export interface RequestOptions {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly schema: string | null | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** One ClickHouse server, as one user. */
export interface ClickHouseServer {
  readonly target: ConnectionTarget;
  /** Settings of statements; asks the server at the first call. Rejects with ConnectorError. */
  settings(): Promise<QuerySettings>;
  /** Starts a query; its rows are lines of JSON, names and types first. */
  query(sql: string, options: RequestOptions): Promise<Readable>;
  /** Runs a statement without rows. */
  command(sql: string, options: RequestOptions): Promise<void>;
  /** Stops a query; settles when the server knows, or cannot be told. */
  kill(id: string): Promise<void>;
  /** The same server, as the account that is called like the caller. Throws ConnectorError for a name no account can have. */
  as(caller: Impersonation): ClickHouseServer;
  end(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Rejects with ConnectorError when the driver is missing. */
export async function createServer(target: ConnectionTarget): Promise<ClickHouseServer> {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client').catch((error: unknown) => {
    throw toConnectionError(error, target);
  });
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const clientOf = (connections: number): ClickHouseClient =>
    createClient({
      url: `${target.isEncrypted ? 'https' : 'http'}://${host}:${target.port}`,
      username: target.user,
      password: target.password,
      application: 'orrery',
      max_open_connections: connections,
      request_timeout: FORGOTTEN_MS,
      log: { level: ClickHouseLogLevel.OFF },
      ...(target.isEncrypted && target.certificate && { tls: { ca_cert: Buffer.from(target.certificate) } }),
      ...(target.isEncrypted && !target.isVerified && { http_agent: new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false }), set_basic_auth_header: true }),
    });
  const client = clientOf(MAX_CONNECTIONS);
  // Not the same, whose connections may all be busy.
  const killer = clientOf(2);

  const inDatabase = (schema: string | null | undefined): Readonly<Record<string, string>> => {
    const database = schema || target.database;
    return database ? { 'X-ClickHouse-Database': encodeURIComponent(database) === database ? database : Buffer.from(database).toString('latin1') } : {};
  };
  /** What the server lets an account set, by its name. */
  const known = new Map<string, Promise<QuerySettings>>();

  const serverFor = (target: ConnectionTarget): ClickHouseServer => {
    const auth = { username: target.user, password: target.password };
    const request = ({ id, signal, schema, settings }: RequestOptions) => ({ query_id: id, abort_signal: signal, http_headers: { ...inDatabase(schema) }, clickhouse_settings: { ...settings }, auth });

    const askSettings = async (): Promise<QuerySettings> => {
      try {
        const answer = await client.query({ query: settingsQuestion(target), format: 'JSONCompactEachRow', http_headers: { ...inDatabase(null) }, abort_signal: AbortSignal.timeout(target.connectTimeoutMs), auth });
        return createQuerySettings(target, new Map(await answer.json<[string, string]>()));
      } catch (error) {
        throw toConnectionError(error, target);
      }
    };

    return {
      target,
      settings() {
        const asked = known.get(target.user) ?? askSettings();
        known.delete(target.user);
        known.set(target.user, asked);
        const [oldest] = known.keys();
        if (known.size > MAX_ACCOUNTS && oldest !== undefined) known.delete(oldest);
        asked.catch(() => {
          if (known.get(target.user) === asked) known.delete(target.user);
        });
        return asked;
      },
      query: async (sql, options) => (await client.query({ query: sql, format: 'JSONCompactEachRowWithNamesAndTypes', ...request(options) })).stream() as unknown as Readable,
      async command(sql, options) {
        await client.command({ query: sql, ...request(options) });
      },
      async kill(id) {
        // The statement may not have arrived yet.
        for (let tried = 0; tried < KILL_TRIES; tried++) {
          const answer = await killer.query({ query: `KILL QUERY WHERE query_id = '${id}' ASYNC`, format: 'JSONEachRow', abort_signal: AbortSignal.timeout(2000), auth }).then((result) => result.json<unknown>(), () => undefined);
          if (answer === undefined || answer.length > 0) return;
          await pause(KILL_PAUSE_MS);
        }
      },
      as({ username }) {
        // What follows a colon would count as part of the password.
        if (username.includes(':')) throw new ConnectorError('access-denied', `Names of ClickHouse accounts hold no colon here, so "${username}" has none.`, undefined, ['username']);
        return serverFor({ ...target, user: username });
      },
      async end() {
        await Promise.allSettled([client.close(), killer.close()]);
      },
    };
  };
  return serverFor(target);
}
