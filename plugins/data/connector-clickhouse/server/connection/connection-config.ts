import type { JsonObject } from '@orrery/sdk';
import { ConnectorError } from '@orrery/sdk/server';

/** Where and as whom to connect. */
export interface ConnectionTarget {
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly user: string;
  readonly password: string;
  readonly isEncrypted: boolean;
  readonly isVerified: boolean;
  /** Certificate of the authority to trust. */
  readonly certificate: string | undefined;
  readonly connectTimeoutMs: number;
  /** Settings of ClickHouse the administrator chose for this database. */
  readonly settings: Readonly<Record<string, string>>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Names of clients' own parameters, which are no settings. */
const NO_SETTINGS = /^(?:secure|verify|connect_timeout|protocol|compression|compress|send_receive_timeout|client_name|ca_cert|server_host_name|readonly|database|user|password|query|query_id|session_id)$/;

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim();
}

const isYes = (value: unknown): boolean => value === true || /^(?:1|true|yes)$/i.test(text(value));

/** Reads the connection form. Throws ConnectorError naming what is missing or wrong. */
export function connectionTarget(parameters: JsonObject): ConnectionTarget {
  const host = text(parameters['host']).replace(/^\[(.*)\]$/, '$1');
  if (!host) throw new ConnectorError('missing-parameters', 'One or more parameters are missing: host', undefined, ['host']);
  const query = (parameters['query'] ?? {}) as JsonObject;
  const isEncrypted = isYes(parameters['encryption']) || isYes(query['secure']) || /^https$/i.test(text(query['protocol']));
  const port = text(parameters['port']) === '' ? (isEncrypted ? 8443 : 8123) : Number(parameters['port']);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new ConnectorError('invalid-port', 'The port must be a whole number between 1 and 65535.', undefined, ['port']);
  if (/[/?#@\s\\]/.test(host)) throw new ConnectorError('invalid-hostname', `"${host}" is not a name of a host.`, undefined, ['host']);
  const timeout = Number(text(query['connect_timeout']));
  return {
    host,
    port,
    user: text(parameters['username']) || 'default',
    database: text(parameters['database']) || undefined,
    password: parameters['password'] ? String(parameters['password']) : '',
    isEncrypted,
    isVerified: !/^(?:0|false|no)$/i.test(text(query['verify'])),
    certificate: text(parameters['server_cert']) || undefined,
    connectTimeoutMs: timeout > 0 && timeout <= 60 ? timeout * 1000 : CONNECT_TIMEOUT_MS,
    settings: Object.fromEntries(Object.entries(query).filter(([name]) => /^[a-z_0-9]+$/.test(name) && !NO_SETTINGS.test(name)).map(([name, value]) => [name, text(value)])),
  };
}
