import { createHash } from 'node:crypto';
import type { Disposable, JsonObject } from '@orrery/sdk';
import type { Impersonation } from '@orrery/sdk/server';
import type { TrinoServer } from '../client/trino-server.ts';
import { createServer } from '../client/trino-server.ts';
import { connectionTarget } from './connection-config.ts';

/** A database as its connector is given it. */
export interface OpenedDatabase {
  readonly id: number;
  readonly uuid: string;
  readonly parameters: JsonObject;
  readonly impersonate?: Impersonation;
}

/** The coordinators of all Trino databases. */
export interface ServerRegistry extends Disposable {
  /** The coordinator of a database; new parameters replace it. Throws ConnectorError. */
  get(database: OpenedDatabase): TrinoServer;
}

export function createServerRegistry(): ServerRegistry {
  const servers = new Map<string, { readonly print: string; readonly server: TrinoServer }>();
  const drop = (key: string): void => {
    servers.get(key)?.server.end();
    servers.delete(key);
  };
  return {
    get(database) {
      const inName = (server: TrinoServer): TrinoServer => (database.impersonate ? server.as(database.impersonate) : server);
      const target = connectionTarget(database.parameters);
      // A database that is not stored yet shares nothing.
      if (database.id === 0) return inName(createServer(target));
      const key = `${database.id}:${database.uuid}`;
      const print = createHash('sha256').update(JSON.stringify(database.parameters)).digest('hex');
      if (servers.get(key)?.print !== print) {
        drop(key);
        servers.set(key, { print, server: createServer(target) });
      }
      return inName(servers.get(key)!.server);
    },
    dispose() {
      for (const key of servers.keys()) drop(key);
    },
  };
}
