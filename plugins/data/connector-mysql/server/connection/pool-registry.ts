import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ConnectionOptions, PoolConnection } from 'mysql2';
import type { Disposable, JsonObject } from '@orrery/sdk';
import { createPoolShelf } from '@orrery/sdk/server';
import type { Impersonation } from '@orrery/sdk/server';
import { asCaller, connectionTarget } from './connection-config.ts';
import type { ConnectionTarget } from './connection-config.ts';
import { toConnectionError } from './connection-error.ts';

const MAX_CONNECTIONS = 10;
/** Of each caller, where a database is asked in the name of callers. */
const MAX_OWN_CONNECTIONS = 3;
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
  isBusy(): boolean;
  end(): Promise<void>;
}

/** A database as its connector is given it. */
export interface OpenedDatabase {
  readonly id: number;
  readonly uuid: string;
  readonly parameters: JsonObject;
  readonly impersonate?: Impersonation;
}

/** The pools of all MySQL databases. */
export interface PoolRegistry extends Disposable {
  /** The pool of a database, or of a caller's in it; new parameters replace it. Rejects with ConnectorError. */
  get(database: OpenedDatabase): Promise<ServerPool>;
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

async function createServerPool(target: ConnectionTarget, most = MAX_CONNECTIONS): Promise<ServerPool> {
  const { createConnection, createPool } = await import('mysql2').catch((error: unknown) => {
    throw toConnectionError(error, target);
  });
  const options = driverOptions(target);
  const pool = createPool({ ...options, connectionLimit: most, maxIdle: most - 1, idleTimeout: IDLE_MS, waitForConnections: true });
  /** Connections in use. The driver does not count them. */
  const used = new Set<object>();
  let waiting = 0;
  pool.on('connection', (connection) => void (connection as unknown as { readonly stream: Socket }).stream.once('close', () => used.delete(connection)));
  pool.on('release', (connection) => used.delete(connection));
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
    connect() {
      waiting++;
      return new Promise((resolve, reject) => {
        pool.getConnection((error, connection) => {
          waiting--;
          if (error) return reject(toConnectionError(error, target));
          used.add(connection);
          resolve(connection);
        });
      });
    },
    isBusy: () => used.size + waiting > 0,
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
  const own = createPoolShelf<ServerPool>();
  const drop = (key: string): void => {
    const known = pools.get(key);
    pools.delete(key);
    known?.pool.then((pool) => pool.end()).catch(() => undefined);
  };
  return {
    async get(database) {
      const stored = connectionTarget(database.parameters);
      const target = database.impersonate ? asCaller(stored, database.impersonate) : stored;
      // A database that is not stored yet has no pool to share.
      if (database.id === 0) return createServerPool(target);
      const key = `${database.id}:${database.uuid}`;
      const print = createHash('sha256').update(JSON.stringify(database.parameters)).digest('hex');
      if (database.impersonate) return own.get(JSON.stringify([key, print, target.user]), () => createServerPool(target, MAX_OWN_CONNECTIONS));
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
      own.dispose();
    },
  };
}
