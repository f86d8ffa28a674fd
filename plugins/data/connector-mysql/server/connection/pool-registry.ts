import { createHash } from 'node:crypto';
import type { ConnectionOptions, PoolConnection } from 'mysql2';
import type { Disposable, JsonObject } from '@orrery/sdk';
import { connectionTarget } from './connection-config.ts';
import type { ConnectionTarget } from './connection-config.ts';
import { toConnectionError } from './connection-error.ts';

const MAX_CONNECTIONS = 10;
const IDLE_MS = 30_000;
const KILL_TRIES = 3;
const KILL_PAUSE_MS = 200;
const NO_SUCH_THREAD = 1094;

/** Connections to one server. */
export interface ServerPool {
  readonly target: ConnectionTarget;
  /** Waits for a free connection. Rejects with ConnectorError when the server cannot be reached. */
  connect(): Promise<PoolConnection>;
  /** Ends another connection with all it is doing; settles when the server knows, or cannot be told. */
  kill(threadId: number): Promise<void>;
  end(): Promise<void>;
}

/** The pools of all MySQL databases. */
export interface PoolRegistry extends Disposable {
  /** The pool of a database; new parameters replace it. Rejects with ConnectorError. */
  get(database: { readonly id: number; readonly uuid: string; readonly parameters: JsonObject }): Promise<ServerPool>;
}

function driverOptions({ connectTimeoutMs, host, port, user, password, database, ssl }: ConnectionTarget): ConnectionOptions {
  return {
    host,
    port,
    user,
    password,
    ...(database !== undefined && { database }),
    ...(ssl && { ssl }),
    connectTimeout: connectTimeoutMs,
    charset: 'utf8mb4',
    // Values stay texts where a number or a Date would lose something; each column converts its own.
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    ...({ jsonStrings: true } as object),
    multipleStatements: false,
    enableKeepAlive: true,
  };
}

async function createServerPool(target: ConnectionTarget): Promise<ServerPool> {
  const { createConnection, createPool } = await import('mysql2').catch((error: unknown) => {
    throw toConnectionError(error, target);
  });
  const options = driverOptions(target);
  const pool = createPool({ ...options, connectionLimit: MAX_CONNECTIONS, maxIdle: MAX_CONNECTIONS - 1, idleTimeout: IDLE_MS, waitForConnections: true });
  let ended: Promise<void> | undefined;
  /** Whether the server was told. The whole connection is meant: a kill of its statement that comes before the statement does is forgotten. */
  const endThread = (threadId: number): Promise<boolean> =>
    new Promise((resolve) => {
      // Not from the pool, whose connections may all be busy.
      const connection = createConnection(options);
      connection.on('error', () => resolve(false));
      connection.query(`KILL CONNECTION ${Math.trunc(threadId)}`, (error) => {
        connection.destroy();
        resolve(!error || error.errno === NO_SUCH_THREAD);
      });
    });
  return {
    target,
    connect: () => new Promise((resolve, reject) => pool.getConnection((error, connection) => (error ? reject(toConnectionError(error, target)) : resolve(connection)))),
    async kill(threadId) {
      for (let tried = 0; tried < KILL_TRIES; tried++) {
        if (await endThread(threadId)) return;
        await new Promise((resolve) => setTimeout(resolve, KILL_PAUSE_MS).unref());
      }
    },
    end: () => (ended ??= new Promise((resolve) => pool.end(() => resolve()))),
  };
}

export function createPoolRegistry(): PoolRegistry {
  const pools = new Map<string, { readonly print: string; readonly pool: Promise<ServerPool> }>();
  const drop = (key: string): void => {
    const known = pools.get(key);
    pools.delete(key);
    known?.pool.then((pool) => pool.end()).catch(() => undefined);
  };
  return {
    async get(database) {
      const target = connectionTarget(database.parameters);
      // A database that is not stored yet has no pool to share.
      if (database.id === 0) return createServerPool(target);
      const key = `${database.id}:${database.uuid}`;
      const print = createHash('sha256').update(JSON.stringify(database.parameters)).digest('hex');
      if (pools.get(key)?.print !== print) {
        drop(key);
        pools.set(key, { print, pool: createServerPool(target) });
      }
      const entry = pools.get(key)!;
      return entry.pool.catch((error: unknown) => {
        if (pools.get(key) === entry) pools.delete(key);
        throw error;
      });
    },
    dispose() {
      for (const key of pools.keys()) drop(key);
    },
  };
}
