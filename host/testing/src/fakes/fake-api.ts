import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { ApiClient, RequestOptions } from '@orrery/sdk/web';
import { ApiError } from '@orrery/sdk/web';

/** One call a plugin made. */
export interface FakeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Without its query string. */
  readonly path: string;
  /** Parameters of the pattern that matched, e.g. `id` of `/api/v1/chart/:id`. */
  readonly match: Readonly<Record<string, string>>;
  /** The query string together with `params`. */
  readonly search: Readonly<Record<string, string>>;
  readonly q?: unknown;
  readonly body?: unknown;
}

/** A value, or what computes or throws it; throw an `ApiError` to play a failing server. */
export type FakeAnswer = ((call: FakeCall) => unknown) | object | string | number | boolean | null | undefined;

/** A server in memory that remembers what it was asked. */
export interface FakeApi {
  readonly calls: readonly FakeCall[];
  /** `pattern` is `[METHOD ]/path/:param`; without a method GET is meant, `*` stands for the rest. Later answers win. */
  on(pattern: string, answer: FakeAnswer): Disposable;
  /** The client of one plugin; calls reject once `signal` is aborted. */
  forPlugin(signal: AbortSignal): ApiClient;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: FakeAnswer;
}

function compile(pattern: string, answer: FakeAnswer): Route {
  const [, method = 'GET', path = ''] = /^(?:([A-Z]+) )?(\S+)$/.exec(pattern) ?? [];
  const source = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\*/g, '.*');
  return { method, path: new RegExp(`^${source}$`), answer };
}

/** Creates the fake with its first answers, e.g. `fakeApi({ '/api/v1/chart/:id': { result: chart }, 'POST /api/v1/chart/': save })`. */
export function fakeApi(answers: Readonly<Record<string, FakeAnswer>> = {}): FakeApi {
  const calls: FakeCall[] = [];
  let routes = Object.entries(answers).map(([pattern, answer]) => compile(pattern, answer));

  const ask = async (method: FakeCall['method'], address: string, options: RequestOptions, life: AbortSignal): Promise<unknown> => {
    const signal = options.signal ? AbortSignal.any([options.signal, life]) : life;
    signal.throwIfAborted();
    const [path = '', query = ''] = address.split('?');
    const given = Object.entries(options.params ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const search = { ...Object.fromEntries(new URLSearchParams(query)), ...(Object.fromEntries(given) as Record<string, string>) };
    const route = routes.findLast((item) => item.method === method && item.path.test(path));
    const call: FakeCall = { method, path, match: { ...route?.path.exec(path)?.groups }, search, q: options.q, body: options.body };
    calls.push(call);
    // A server never answers in the same turn.
    await Promise.resolve();
    signal.throwIfAborted();
    if (!route) throw new ApiError({ message: `No fake answer for ${method} ${path}. Add it: api.on('${method} ${path}', …)`, status: 404, url: path });
    const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const answer: unknown = await Promise.race([typeof route.answer === 'function' ? (route.answer as (call: FakeCall) => unknown)(call) : route.answer, aborted]);
    return answer === undefined ? answer : structuredClone(answer);
  };

  return {
    calls,
    on(pattern, answer) {
      const route = compile(pattern, answer);
      routes = [...routes, route];
      return toDisposable(() => {
        routes = routes.filter((item) => item !== route);
      });
    },
    forPlugin: (life) => ({
      get: <T>(path: string, options: RequestOptions = {}) => ask('GET', path, options, life) as Promise<T>,
      post: <T>(path: string, options: RequestOptions = {}) => ask('POST', path, options, life) as Promise<T>,
      put: <T>(path: string, options: RequestOptions = {}) => ask('PUT', path, options, life) as Promise<T>,
      delete: <T>(path: string, options: RequestOptions = {}) => ask('DELETE', path, options, life) as Promise<T>,
      async *stream<T>(path: string, options: RequestOptions = {}) {
        const answer = await ask('POST', path, options, life);
        for (const line of Array.isArray(answer) ? (answer as T[]) : [answer as T]) {
          life.throwIfAborted();
          yield line;
        }
      },
      url: (path) => path,
    }),
  };
}
