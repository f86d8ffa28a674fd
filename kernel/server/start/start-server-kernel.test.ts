import { createToken } from '@orrery/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakePlugin, startTestKernel } from '../testing/start-test-kernel.ts';
import type { TestKernel } from '../testing/start-test-kernel.ts';
import { createMemoryCache } from '../testing/memory-cache.ts';
import { defineServerPlugin } from '@orrery/sdk/server';

let test: TestKernel;
const started: string[] = [];
const Help = createToken<string>('helper', 'Help', 1);

beforeAll(async () => {
  test = await startTestKernel({
    plugins: [
      fakePlugin({ id: 'late', dependencies: { good: '^1.0.0' } }, defineServerPlugin({ activate: () => void started.push('late') })),
      fakePlugin({ id: 'good' }, defineServerPlugin({
        activate(ctx) {
          started.push('good');
          ctx.route({ method: 'GET', path: '/api/v1/good/:name', permission: null, handler: ({ params, q }) => ({ params, q: q ?? null }) });
          ctx.route({ method: 'GET', path: '/api/v1/broken', permission: null, handler: () => { throw new Error('SELECT secret FROM /etc/place'); } });
        },
      })),
      fakePlugin({ id: 'helper' }, defineServerPlugin({ provides: { help: Help }, activate: () => ({ help: 'helped' }) })),
      fakePlugin({ id: 'user', optionalDependencies: { helper: '^1.0.0' } }, defineServerPlugin({
        optional: { help: Help },
        activate(ctx, { help }) {
          ctx.route({ method: 'GET', path: '/api/v1/user', permission: null, handler: () => ({ help: help ?? 'alone' }) });
        },
      })),
      fakePlugin({ id: 'throws' }, defineServerPlugin({ activate() { throw new Error('no such table'); } })),
      fakePlugin({ id: 'unloadable' }, new Error('syntax error')),
    ],
  });
});
afterAll(() => test.close());

describe('startServerKernel', () => {
  it('starts plugins after those they depend on, and goes on without those that fail', () => {
    expect(started).toEqual(['good', 'late']);
    expect(test.kernel.runtime.status('throws')).toMatchObject({ state: 'activationFailed', reason: { code: 'ACTIVATE_FAILED', pluginId: 'throws' } });
    expect(test.kernel.runtime.status('unloadable')).toMatchObject({ state: 'loadFailed' });
    expect(test.logged.join('')).toContain('no such table');
  });

  it('serves routes of plugins and takes them back on disable', async () => {
    const client = test.client();
    expect((await client.get("/api/v1/good/a%2Fb/?q=(x:!(1,'2'))")).json).toEqual({ params: { name: 'a/b' }, q: { x: [1, '2'] } });
    await test.kernel.runtime.disable('good', 'for a test');
    expect((await client.get('/api/v1/good/a')).status).toBe(404);
    test.kernel.runtime.enable('good');
    await test.kernel.runtime.activate('good', 'test');
    expect((await client.get('/api/v1/good/a')).status).toBe(200);
  });

  it('[PLUG] pauses a plugin that keeps failing and brings back those that can do without it', async () => {
    const { runtime } = test.kernel;
    const client = test.client();
    expect((await client.get('/api/v1/user')).json).toEqual({ help: 'helped' });
    for (let fault = 0; fault < 3; fault += 1) runtime.fault('helper', new Error('again'), 'page');
    await expect.poll(() => runtime.status('helper')?.state).toBe('quarantined');
    await expect.poll(() => runtime.status('user')?.state).toBe('active');
    expect((await client.get('/api/v1/user')).json).toEqual({ help: 'alone' });
  });

  it('gives plugins the cache of the host, named by the deployment, and closes it after them', async () => {
    const told: string[] = [];
    const rooms: string[] = [];
    const secretKey = 'k'.repeat(40);
    const cache = (room: { deployment: string }) => {
      rooms.push(room.deployment);
      return { ...createMemoryCache(), dispose: () => void told.push('cache') };
    };
    const user = fakePlugin({ id: 'cache-user' }, defineServerPlugin({
      async activate(ctx) {
        await ctx.cache.set('k', Buffer.from('v'), 60);
        ctx.subscriptions.add({ dispose: () => void told.push('plugin') });
      },
    }));
    const one = await startTestKernel({ plugins: [user], cache, config: { secretKey } });
    expect((await one.kernel.cache.get('k'))?.toString()).toBe('v');
    await one.close();
    expect(told).toEqual(['plugin', 'cache']);
    for (const config of [{ secretKey }, {}]) await (await startTestKernel({ cache, config })).close();
    expect(rooms[1]).toBe(rooms[0]);
    expect(rooms[2]).not.toBe(rooms[0]);
    expect(secretKey).not.toContain(rooms[0]);
  });

  it('answers /health with OK', async () => {
    const answer = await test.client().get('/health');
    expect([answer.status, answer.text]).toEqual([200, 'OK']);
  });

  it('tells nothing of an unexpected error but its id, and logs the rest', async () => {
    const answer = await test.client().get('/api/v1/broken');
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({ message: 'Fatal error', request_id: answer.headers['x-request-id'] });
    expect(test.logged.find((line) => line.includes(answer.headers['x-request-id'] as string) && line.includes('SELECT secret'))).toContain('"plugin":"good"');
  });
});
