import { describe, expect, it, vi } from 'vitest';
import type { ApiMiddlewareCode } from '@orrery/sdk/web';
import { throughMiddlewares } from './run-middlewares.ts';

const call = { method: 'GET', path: '/api/v1/chart/', headers: {} };
const send = () => vi.fn(async ({ headers }: { headers: Readonly<Record<string, string>> }) => new Response(JSON.stringify(headers)));
const middleware = (handle: ApiMiddlewareCode['handle'], onFault = vi.fn()) => ({ load: async () => ({ handle }), onFault });

describe('middlewares', () => {
  it('wraps the call, the first outermost', async () => {
    const add = (name: string) => middleware((inner, next) => next({ ...inner, headers: { ...inner.headers, [name]: String(Object.keys(inner.headers).length) } }));
    const answer = await throughMiddlewares([add('a'), add('b')], send())(call);
    expect(await answer.json()).toEqual({ a: '0', b: '1' });
  });

  it('leaves out one that throws before or after, and sends once', async () => {
    for (const handle of [
      async () => Promise.reject(new Error('before')),
      async (inner: typeof call, next: (c: typeof call) => Promise<Response>) => {
        await next(inner);
        throw new Error('after');
      },
    ]) {
      const network = send();
      const onFault = vi.fn();
      expect((await throughMiddlewares([middleware(handle, onFault)], network)(call)).status).toBe(200);
      expect(network).toHaveBeenCalledTimes(1);
      expect(onFault).toHaveBeenCalledTimes(1);
    }
  });

  it('passes failures of the network on without blame', async () => {
    const onFault = vi.fn();
    const broken = vi.fn(async () => Promise.reject(new TypeError('offline')));
    await expect(throughMiddlewares([middleware((inner, next) => next(inner), onFault)], broken)(call)).rejects.toThrow('offline');
    expect(onFault).not.toHaveBeenCalled();
    expect(broken).toHaveBeenCalledTimes(1);
  });
});
