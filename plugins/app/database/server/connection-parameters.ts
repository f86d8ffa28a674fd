import type { JsonObject, JsonSchema } from '@orrery/sdk';
import type { ConnectorContribution, Secrets } from '@orrery/sdk/server';

/** What secrets are shown as; sent back unchanged it keeps the stored one (contract §1.5). */
export const MASK = 'XXXXXXXXXX';

interface Sealed {
  readonly sealed: string;
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Sealed>).sealed === 'string';
}

function properties(schema: JsonSchema): Readonly<Record<string, JsonObject>> {
  return (schema['properties'] ?? {}) as Record<string, JsonObject>;
}

/** Names of the parameters a connector's schema marks as secret. `password` always is one. */
export function secretNames(schema: JsonSchema): ReadonlySet<string> {
  const marked = Object.entries(properties(schema))
    .filter(([, property]) => property['x-secret'] === true || property['writeOnly'] === true || property['format'] === 'password')
    .map(([name]) => name);
  return new Set(['password', ...marked]);
}

function context(uuid: string, name: string): string {
  return `database:${uuid}:${name}`;
}

/** Parameters as they are stored: secrets sealed and bound to their database. */
export function sealParameters(parameters: JsonObject, schema: JsonSchema, uuid: string, secrets: Secrets): JsonObject {
  const names = secretNames(schema);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) =>
      names.has(name) && typeof value === 'string' && value !== '' ? [name, { sealed: secrets.seal(value, context(uuid, name)) }] : [name, value],
    ),
  );
}

/** Stored parameters with their secrets in clear, for opening a connection only. */
export function openParameters(stored: JsonObject, uuid: string, secrets: Secrets): JsonObject {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, isSealed(value) ? secrets.open(value.sealed, context(uuid, name)) : value]),
  );
}

/** Stored parameters as they may be shown. */
export function maskParameters(stored: JsonObject, schema: JsonSchema): JsonObject {
  const names = secretNames(schema);
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, isSealed(value) || (names.has(name) && value) ? MASK : value]),
  );
}

/** New parameters in which a masked secret is replaced by the stored, still sealed one. */
export function keepMasked(input: JsonObject, stored: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === MASK ? stored[name] : value]));
}

const URI = /^([a-z][a-z0-9_]*)(?:\+[a-z0-9_]+)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/:?@]*)(?::(\d+))?(?:\/([^?]*))?(?:\?(.*))?$/i;

/** Name of the parameter that holds what a URI has after the host. */
function databaseParameter(schema: JsonSchema): string {
  const names = Object.keys(properties(schema));
  return ['database', 'path', 'file'].find((name) => names.includes(name)) ?? 'database';
}

/** The engine and parameters of a connection URI; undefined when it is malformed or no connector answers to its scheme. */
export function parseUri(uri: string, connectors: readonly ConnectorContribution[]): { connector: ConnectorContribution; parameters: JsonObject } | undefined {
  const match = URI.exec(uri.trim());
  if (!match) return undefined;
  const [, scheme = '', username, password, host, port, database, query] = match;
  const connector = connectors.find(({ uriSchemes }) => uriSchemes.includes(scheme.toLowerCase()));
  if (!connector) return undefined;
  const parameters: Record<string, unknown> = {};
  if (username) parameters['username'] = decodeURIComponent(username);
  if (password) parameters['password'] = decodeURIComponent(password);
  if (host) parameters['host'] = host;
  if (port) parameters['port'] = Number(port);
  if (database) parameters[databaseParameter(connector.parameters)] = decodeURIComponent(database);
  if (query) parameters['query'] = Object.fromEntries(new URLSearchParams(query));
  return { connector, parameters };
}

/** The connection URI of stored parameters, its password masked. */
export function formatUri(connector: ConnectorContribution, stored: JsonObject): string {
  const text = (name: string): string => (stored[name] === undefined || stored[name] === null ? '' : String(stored[name]));
  const user = text('username') ? `${encodeURIComponent(text('username'))}${stored['password'] ? `:${MASK}` : ''}@` : '';
  const port = text('port') ? `:${text('port')}` : '';
  const query = stored['query'] && Object.keys(stored['query']).length > 0 ? `?${new URLSearchParams(stored['query'] as Record<string, string>)}` : '';
  return `${connector.uriSchemes[0] ?? connector.engine}://${user}${text('host')}${port}/${text(databaseParameter(connector.parameters))}${query}`;
}
