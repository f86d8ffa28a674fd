import { encodeRison } from '@orrery/sdk';
import type { ApiClient, ApiError, RequestOptions } from '@orrery/sdk/web';
import { isApiError } from '@orrery/sdk/web';
import { createCsrfToken } from './csrf-token.ts';
import { networkError, normaliseError } from './normalise-error.ts';
import type { StatusText } from './normalise-error.ts';
import { readAnswer, readLines } from './read-answer.ts';
import type { Middleware } from './run-middlewares.ts';
import { throughMiddlewares } from './run-middlewares.ts';
import { createFlights } from './share-flights.ts';

/** What the client of a page needs. */
export interface ApiClientOptions {
  /** Without the slash at its end; empty at the root. */
  readonly basePath: string;
  /** Sentence for a failure without text of its own. */
  readonly describe: StatusText;
  readonly guest?: { readonly header: string; token(): string | undefined };
  readonly retry?: { readonly attempts: number; readonly delayMs: number; readonly maxDelayMs: number; readonly statusCodes: readonly number[] };
  /** Leaves for the login page. */
  onUnauthorised(): void;
  /** Contributed code around a call to a path. */
  middlewares?(path: string): readonly Middleware[];
  readonly fetch?: typeof fetch;
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly document?: Document;
}

const RETRY = { attempts: 3, delayMs: 1000, maxDelayMs: 10_000, statusCodes: [502, 503, 504] };

/** Creates the page's client; `forPlugin` gives the view of one plugin, whose calls end with it. */
export function createApiClient(options: ApiClientOptions): ApiClient & { forPlugin(signal: AbortSignal): ApiClient } {
  const { basePath, describe } = options;
  const request = options.fetch ?? ((input, init) => fetch(input, init));
  const retry = options.retry ?? RETRY;
  const wait = options.wait ?? pause;
  const share = createFlights();
  const url = (path: string) => basePath + path;
  const csrf = createCsrfToken(options.document ?? document, async () => {
    const answer = await send<{ result?: string }>('GET', '/api/v1/security/csrf_token/', { redirectOn401: false });
    return answer.result;
  });

  async function attempt(method: string, path: string, call: RequestOptions, signal: AbortSignal | undefined): Promise<Response> {
    const guestToken = options.guest?.token();
    const json = call.body !== undefined && typeof call.body !== 'string' && !(call.body instanceof FormData) && !(call.body instanceof URLSearchParams);
    const headers: Record<string, string> = { accept: 'application/json', ...(json ? { 'content-type': 'application/json' } : {}) };
    if (options.guest && guestToken) headers[options.guest.header] = guestToken;
    if (method !== 'GET') {
      const token = await csrf.get();
      if (token) headers['x-csrftoken'] = token;
    }
    const asked = withQuery(path, call);
    const address = url(asked);
    const body = json ? JSON.stringify(call.body) : (call.body as BodyInit | undefined);
    const send = throughMiddlewares(options.middlewares?.(path) ?? [], ({ path: last, ...init }) => request(url(last), { ...init, credentials: 'same-origin' }));
    let response: Response;
    try {
      response = await send({ method, path: asked, headers: { ...headers, ...call.headers }, body, signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw networkError(address, error, describe);
    }
    if (response.ok) return response;
    const answer = await readAnswer(response).catch(() => undefined);
    const failure = normaliseError({ status: response.status, statusText: response.statusText, url: address, body: answer, describe });
    if (response.status === 401 && call.redirectOn401 !== false && !guestToken) options.onUnauthorised();
    throw failure;
  }

  /** With what the method allows: a new CSRF token once, further attempts for reads. */
  async function open(method: string, path: string, call: RequestOptions, signal: AbortSignal | undefined): Promise<Response> {
    let hasNewToken = false;
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(method, path, call, signal);
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (method !== 'GET' && !hasNewToken && isCsrfFailure(error) && (await csrf.refresh()) !== undefined) hasNewToken = true;
        else if (method === 'GET' && tried < retry.attempts && (error.status === 0 || retry.statusCodes.includes(error.status))) {
          const delay = Math.min(retry.delayMs * 2 ** (tried - 1), retry.maxDelayMs);
          // Half of it at random, so that many pages do not come back at the same moment.
          await wait(delay / 2 + (Math.random() * delay) / 2, signal);
        } else throw error;
      }
    }
  }

  async function send<T>(method: string, path: string, call: RequestOptions): Promise<T> {
    const run = async (signal: AbortSignal | undefined) => (await readAnswer(await open(method, path, call, signal))) as T;
    if (method !== 'GET') return run(call.signal);
    const key = JSON.stringify([withQuery(path, call), call.headers, call.redirectOn401]);
    return share(key, call.signal, run);
  }

  const view = (lifetime?: AbortSignal): ApiClient => {
    const bound = <O extends RequestOptions>(call?: O): RequestOptions => {
      const signals = [lifetime, call?.signal].filter((signal): signal is AbortSignal => signal !== undefined);
      return { ...call, signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0] };
    };
    return {
      get: (path, call) => send('GET', path, bound(call)),
      post: (path, call) => send('POST', path, bound(call)),
      put: (path, call) => send('PUT', path, bound(call)),
      delete: (path, call) => send('DELETE', path, bound(call)),
      async *stream<T>(path: string, call?: RequestOptions): AsyncGenerator<T> {
        const own = bound(call);
        const response = await open('POST', path, { ...own, headers: { accept: 'application/x-ndjson', ...own.headers } }, own.signal);
        if (response.body) yield* readLines<T>(response.body);
      },
      url,
    };
  };
  return { ...view(), forPlugin: view };
}

function withQuery(path: string, { q, params }: RequestOptions): string {
  const search = new URLSearchParams();
  if (q !== undefined) search.set('q', encodeRison(q));
  for (const [name, value] of Object.entries(params ?? {})) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function isCsrfFailure(error: ApiError): boolean {
  return error.status === 400 && /csrf/i.test(error.message);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}
