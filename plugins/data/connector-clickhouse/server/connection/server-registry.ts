import { createHash } from 'node:crypto';
import type { Disposable, JsonObject } from '@orrery/sdk';
import type { Impersonation } from '@orrery/sdk/server';
import type { ClickHouseServer } from './clickhouse-server.ts';
import { createServer } from './clickhouse-server.ts';
import { connectionTarget } from './connection-config.ts';

/** A database as its connector is given it. */
export interface OpenedDatabase {
  readonly id: number;
  readonly uuid: string;
  readonly parameters: JsonObject;
  readonly impersonate?: Impersonation;
}

/** The servers of all ClickHouse databases. */
export interface ServerRegistry extends Disposable {
  /** The server of a database; new parameters replace it. Rejects with ConnectorError. */
  get(database: OpenedDatabase): Promise<ClickHouseServer>;
}

export function createServerRegistry(): ServerRegistry {
  const servers = new Map<string, { readonly print: string; readonly server: Promise<ClickHouseServer> }>();
  const drop = (key: string): void => {
    const known = servers.get(key);
    servers.delete(key);
    known?.server.then((server) => server.end()).catch(() => undefined);
  };
  return {
    async get(database) {
      const inName = (server: ClickHouseServer): ClickHouseServer => (database.impersonate ? server.as(database.impersonate) : server);
      const target = connectionTarget(database.parameters);
      // A database that is not stored yet shares nothing.
      if (database.id === 0) return inName(await createServer(target));
      const key = `${database.id}:${database.uuid}`;
      const print = createHash('sha256').update(JSON.stringify(database.parameters)).digest('hex');
      if (servers.get(key)?.print !== print) {
        drop(key);
        servers.set(key, { print, server: createServer(target) });
      }
      const entry = servers.get(key)!;
      return entry.server.then(inName, (error: unknown) => {
        if (servers.get(key) === entry) servers.delete(key);
        throw error;
      });
    },
    dispose() {
      for (const key of servers.keys()) drop(key);
    },
  };
}
