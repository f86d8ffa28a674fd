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

/** Keys of a URI's query part whose values are not for everybody's eyes. */
const SECRET_KEY = /pass|pwd|secret|token|key|credential|auth/i;

/**
 * What readers of a database learn of its connection (contract §1.2.1, §1.5): the fields of the connector's form, secrets masked;
 * nothing of an engine without a form. Pure.
 */
export function shownParameters(stored: JsonObject, schema: JsonSchema | undefined): JsonObject {
  const names = properties(schema ?? {});
  const known = Object.fromEntries(Object.entries(maskParameters(stored, schema ?? {})).filter(([name]) => Object.hasOwn(names, name)));
  const query = known['query'];
  if (typeof query !== 'object' || query === null) return known;
  return { ...known, query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, SECRET_KEY.test(key) ? MASK : value])) };
}

/** New parameters in which a masked secret is replaced by the stored, still sealed one. */
export function keepMasked(input: JsonObject, stored: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === MASK ? stored[name] : value]));
}

/** Names of the parameters a URI can say; what else is stored, it leaves as it is. */
const IN_URI: ReadonlySet<string> = new Set(['username', 'password', 'host', 'port', 'database', 'path', 'file', 'query']);
const PLACE = ['host', 'port', 'username', 'database', 'file', 'path'] as const;

/** Whether two sets of parameters mean the same place and account. */
export function isSameTarget(a: JsonObject, b: JsonObject): boolean {
  return PLACE.every((name) => String(a[name] ?? '') === String(b[name] ?? ''));
}

/**
 * Parameters of a URI with what a URI cannot say, e.g. `encryption`, as it is stored: editing one must not lose the others. Only for
 * the same place and account, so that nothing secret is sent elsewhere. Pure.
 */
export function keepUnsaid(parsed: JsonObject, stored: JsonObject): JsonObject {
  if (!isSameTarget(parsed, stored)) return parsed;
  return { ...Object.fromEntries(Object.entries(stored).filter(([name]) => !IN_URI.has(name))), ...parsed };
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
  try {
    return match ? readParts(match, connectors) : undefined;
  } catch (error) {
    // A percent sign that encodes nothing.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function readParts([, scheme = '', username, password, host, port, database, query]: RegExpExecArray, connectors: readonly ConnectorContribution[]): ReturnType<typeof parseUri> {
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
  return `${connector.uriSchemes[0] ?? connector.engine}://${user}${text('host')}${port}/${encodeURIComponent(text(databaseParameter(connector.parameters))).replaceAll('%2F', '/')}${query}`;
}
