import { setTimeout as pause } from 'node:timers/promises';
import { ConnectorError } from '@orrery/sdk/server';
import type { Impersonation } from '@orrery/sdk/server';
import type { ConnectionTarget } from '../connection/connection-config.ts';
import { toConnectionError } from '../connection/connection-error.ts';
import type { HttpAnswer, HttpQuestion } from './http-request.ts';
import { createHttpSender } from './http-request.ts';
import type { TrinoPage } from './page.ts';
import { parsePage } from './page.ts';

/** What a statement is started with. */
export interface StartOptions {
  readonly catalog: string | null | undefined;
  readonly schema: string | null | undefined;
  readonly signal: AbortSignal;
}

/** One coordinator, as one user. */
export interface TrinoServer {
  readonly target: ConnectionTarget;
  /** Rejects with ConnectorError when the coordinator does not take the statement. */
  start(sql: string, options: StartOptions): Promise<TrinoPage>;
  /** The page an answer points at; the coordinator keeps the request until it has something to say. */
  next(nextUri: string, signal: AbortSignal): Promise<TrinoPage>;
  /** Stops a statement; settles when the coordinator knows, or cannot be told. */
  cancel(nextUri: string): Promise<void>;
  /** The same coordinator, asked in the name of somebody else: the account that signs in stays the same. Throws ConnectorError. */
  as(caller: Impersonation): TrinoServer;
  end(): void;
}

/** Pages of this size are read without holding up others. */
const PAGE_SIZE = '1MB';
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const BUSY_PAUSE_MS = 100;
/** How long a coordinator may be busy before we give up. */
const BUSY_TRIES = 100;
const CANCEL_MS = 5000;

/** Names stay as they are; what headers cannot hold is percent-encoded, which Trino decodes. */
const headerText = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text));

/** Names a header carries as they are. */
const HEADER_NAME = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export function createServer(target: ConnectionTarget): TrinoServer {
  const sender = createHttpSender(target);
  let flavour: Promise<'Trino' | 'Presto'> | undefined;

  const common = (): Readonly<Record<string, string>> => ({
    ...(target.password && { authorization: `Basic ${Buffer.from(`${target.user}:${target.password}`).toString('base64')}` }),
    'user-agent': 'orrery',
  });

  const send = async (question: HttpQuestion): Promise<HttpAnswer> => {
    try {
      return await sender.send(question);
    } catch (error) {
      throw toConnectionError(error, target);
    }
  };

  /** Presto numbers its versions 0.x; it knows its own headers only. */
  const ask = async (): Promise<'Trino' | 'Presto'> => {
    const { status, text } = await send({ method: 'GET', path: '/v1/info', headers: common(), signal: AbortSignal.timeout(target.connectTimeoutMs) });
    const version = status === 200 ? /"version"\s*:\s*"([^"]*)"/.exec(text)?.[1] : undefined;
    return version?.startsWith('0.') ? 'Presto' : 'Trino';
  };
  const headersOf = async (): Promise<(entries: Readonly<Record<string, string | undefined>>) => Record<string, string>> => {
    const asked = (flavour ??= ask());
    asked.catch(() => (flavour = undefined));
    const prefix = `x-${(await asked).toLowerCase()}-`;
    return (entries) => Object.fromEntries(Object.entries(entries).flatMap(([name, value]) => (value ? [[`${prefix}${name}`, headerText(value)]] : [])));
  };

  const exchange = async (question: HttpQuestion): Promise<TrinoPage> => {
    for (let tried = 1; ; tried++) {
      const answer = await send(question);
      if (answer.status === 200) {
        try {
          return parsePage(answer.text);
        } catch (error) {
          throw new ConnectorError('host-down', `What answers on port ${target.port} of "${target.host}" is no Trino coordinator.`, error, ['host', 'port']);
        }
      }
      if (!BUSY.has(answer.status) || tried === BUSY_TRIES) throw refusal(answer, target);
      await pause(BUSY_PAUSE_MS, undefined, question.signal ? { signal: question.signal } : {});
    }
  };

  /** Only the path counts: pages are asked of the configured address, and of no other. */
  const pathOf = (nextUri: string, size?: string): string => {
    const { pathname, searchParams } = new URL(nextUri, 'http://coordinator');
    if (size) searchParams.set('targetResultSize', size);
    const search = searchParams.toString();
    return search ? `${pathname}?${search}` : pathname;
  };

  const serverFor = (user: string): TrinoServer => ({
    target,
    async start(sql, { catalog, schema, signal }) {
      const named = await headersOf();
      const inCatalog = catalog || target.catalog;
      const inSchema = schema || (inCatalog === target.catalog ? target.schema : undefined);
      const headers = named({ user, source: target.source, catalog: inCatalog, schema: inSchema, 'time-zone': 'UTC' });
      return exchange({ method: 'POST', path: '/v1/statement', headers: { ...common(), ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: sql, signal });
    },
    async next(nextUri, signal) {
      const named = await headersOf();
      return exchange({ method: 'GET', path: pathOf(nextUri, PAGE_SIZE), headers: { ...common(), ...named({ user }) }, signal });
    },
    async cancel(nextUri) {
      const named = await headersOf();
      await sender.send({ method: 'DELETE', path: pathOf(nextUri), headers: { ...common(), ...named({ user }) }, signal: AbortSignal.timeout(CANCEL_MS) }).catch(() => undefined);
    },
    as({ username }) {
      if (!HEADER_NAME.test(username)) throw new ConnectorError('access-denied', `The name "${username}" cannot be told to Trino: names there are of ASCII characters, without blanks around them.`, undefined, ['username']);
      return serverFor(username);
    },
    end: () => sender.close(),
  });
  return serverFor(target.user);
}

function refusal({ status, text }: HttpAnswer, { host, port, user }: ConnectionTarget): ConnectorError {
  const why = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 300);
  if (status === 401) return new ConnectorError('access-denied', `Either the username "${user}" or the password is incorrect.`, undefined, ['username', 'password']);
  if (status === 403) return new ConnectorError('access-denied', `The user "${user}" may not use this cluster: ${why}`, undefined, ['username']);
  if (status === 404 || status === 405) return new ConnectorError('host-down', `What answers on port ${port} of "${host}" is no Trino coordinator.`, undefined, ['host', 'port']);
  return new ConnectorError('unavailable', `The coordinator answered ${status}: ${why}`);
}
