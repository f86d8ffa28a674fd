import type { JsonObject } from '@orrery/sdk';
import type { ConnectorContribution } from '@orrery/sdk/server';
import { MASK, parseUri } from '../connection-parameters.ts';

/** What the URI of a file says. */
export interface FileConnection {
  readonly backend: string;
  readonly parameters: JsonObject;
  /** False when no connector is installed for the engine: the database is kept as data. */
  readonly isSupported: boolean;
}

const SCHEME = /^([a-z][a-z0-9_]*)(?:\+[a-z0-9_.]+)?:\/\//i;

/** Stands in for an engine nobody here knows, so that its databases keep what their URI says. */
export function unknownConnector(backend: string): ConnectorContribution {
  return { engine: backend, title: backend, parameters: { type: 'object' }, uriSchemes: [backend] };
}

/** Reads the URI of a file; undefined when it is none. */
export function readConnection(uri: string, connectors: readonly ConnectorContribution[]): FileConnection | undefined {
  const scheme = SCHEME.exec(uri.trim())?.[1]?.toLowerCase();
  if (!scheme) return undefined;
  const known = parseUri(uri, connectors);
  if (known) return { backend: known.connector.engine, parameters: known.parameters, isSupported: true };
  const parsed = parseUri(uri, [unknownConnector(scheme)]);
  return parsed && { backend: scheme, parameters: parsed.parameters, isSupported: false };
}

/** Whether the file leaves the password out. */
export function isMasked({ parameters }: FileConnection): boolean {
  return parameters['password'] === MASK;
}
