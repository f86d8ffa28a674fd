import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
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

/** Connections to one database of a server. */
export interface ServerPool {
  readonly target: ConnectionTarget;
  /** Waits for a free connection. Rejects with ConnectorError when the server cannot be reached. */
  connect(): Promise<PoolClient>;
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

/** The pools of all PostgreSQL databases. */
export interface PoolRegistry extends Disposable {
  /** The pool of a database, or of a caller's in it; new parameters replace it. Rejects with ConnectorError. */
  get(database: OpenedDatabase, catalog?: string | null): Promise<ServerPool>;
}

async function createPool(target: ConnectionTarget, max = MAX_CONNECTIONS): Promise<ServerPool> {
  const { default: pg } = await import('pg').catch((error: unknown) => {
    throw toConnectionError(error, target);
  });
  const { connectTimeoutMs, applicationName, ssl, password = '', ...where } = target;
  // The pool's own limit would also end the waiting for a free connection; only connecting itself may take no longer.
  const Client = class extends pg.Client {
    constructor(options: ConstructorParameters<typeof pg.Client>[0]) {
      super({ ...(options as object), connectionTimeoutMillis: connectTimeoutMs });
    }
  };
  const pool: Pool = new pg.Pool({
    ...where,
    // As a function, for without a password the driver would look for one in this server's environment.
    password: async () => password,
    ssl,
    application_name: applicationName,
    keepAlive: true,
    max,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    ...({ Client } as object),
  });
  // A connection lost while idle is replaced when it is next needed.
  pool.on('error', () => undefined);
  let ended: Promise<void> | undefined;
  return {
    target,
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        throw toConnectionError(error, target);
      }
    },
    isBusy: () => pool.totalCount > pool.idleCount || pool.waitingCount > 0,
    end: () => (ended ??= pool.end()),
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
    async get(database, catalog) {
      const stored = connectionTarget(database.parameters);
      const plain = database.impersonate ? asCaller(stored, database.impersonate) : stored;
      const target = catalog ? { ...plain, database: catalog } : plain;
      // A database that is not stored yet has no pool to share.
      if (database.id === 0) return createPool(target);
      const key = `${database.id}:${database.uuid}:${target.database}`;
      const print = createHash('sha256').update(JSON.stringify(database.parameters)).digest('hex');
      if (database.impersonate) return own.get(JSON.stringify([key, print, target.user]), () => createPool(target, MAX_OWN_CONNECTIONS));
      if (pools.get(key)?.print !== print) {
        drop(key);
        pools.set(key, { print, pool: createPool(target) });
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
