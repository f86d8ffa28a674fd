import { get } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineServerPlugin, HttpError, HttpResponse } from '@orrery/sdk/server';
import { fakePlugin, startTestKernel } from '../testing/start-test-kernel.ts';
import type { TestKernel } from '../testing/start-test-kernel.ts';

let test: TestKernel;
let origin: string;
let aborted: (() => void) | undefined;
let nextLine: (() => void) | undefined;

const plugin = fakePlugin({ id: 'web' }, defineServerPlugin({
  activate(ctx) {
    const open = { permission: null, csrf: false } as const;
    ctx.route({ ...open, method: 'POST', path: '/api/v1/web/echo', bodyLimit: 1000, handler: ({ body }) => ({ body }) });
    ctx.route({ ...open, method: 'POST', path: '/api/v1/web/upload', multipart: true, handler: ({ parts }) => Object.fromEntries(Object.entries(parts ?? {}).map(([name, part]) => [name, [part.filename, part.data.toString()]])) });
    ctx.route({ ...open, method: 'GET', path: '/api/v1/web/big', handler: () => ({ rows: Array.from({ length: 500 }, (_, row) => ({ row, name: 'same text' })) }) });
    ctx.route({ ...open, method: 'GET', path: '/api/v1/web/hang', handler: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => { aborted?.(); reject(signal.reason); })) });
    ctx.route({ ...open, method: 'GET', path: '/api/v1/web/lines', handler: () => new HttpResponse({ headers: { 'content-type': 'application/x-ndjson' }, stream: (async function* () {
      yield '{"index":0}\n';
      await new Promise<void>((resolve) => (nextLine = resolve));
      yield '{"index":1}\n';
    })() }) });
    ctx.route({ method: 'GET', path: '/api/v1/web/closed', permission: ['can_read', 'Web'], handler: () => ({}) });
    ctx.route({ method: 'GET', path: '/panel/:id', permission: ['can_read', 'Web'], handler: () => { throw new HttpError(404, 'Not found'); } });
  },
}));

beforeAll(async () => {
  test = await startTestKernel({ plugins: [plugin], config: { applicationRoot: '/bi/' } });
  await test.addUser('ann', 'Gamma');
  origin = await test.kernel.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

describe('HTTP', () => {
  it('[GEN-08] lives under the application root only', async () => {
    const client = test.client();
    expect((await client.get('/bi/health')).text).toBe('OK');
    expect((await client.get('/health')).status).toBe(404);
    expect((await client.get('/bix/health')).status).toBe(404);
  });

  it('answers unknown routes as JSON below /api and as a page elsewhere', async () => {
    const client = test.client();
    expect(await client.get('/bi/api/v1/nothing')).toMatchObject({ status: 404, json: { message: 'Not found' } });
    const page = await client.get('/bi/some/page', { accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain('frame-ancestors');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['/bi/api//v1/web/big', '/bi/api/./v1/web/big', '/bi/api/v1/x/..%2fweb/big', '/bi/api/v1/%2e%2e/v1/web/big', '/bi/api/v1/web/%zz', '/bi/api/v1/web/big%00'])('has one spelling per path: %s', async (path) => {
    const { port } = new URL(origin);
    const status = await new Promise((resolve, reject) => get({ port, path, host: '127.0.0.1', agent: false }, (response) => resolve(response.resume().statusCode)).on('error', reject));
    expect([400, 404]).toContain(status);
  });

  it('tells 401 from 403 from 405', async () => {
    const client = test.client();
    expect(await client.get('/bi/api/v1/web/closed')).toMatchObject({ status: 401, json: { message: 'Not authorized' } });
    await client.request('POST', '/bi/login/', { form: { username: 'ann', password: 'secret-ann' }, csrf: false });
    expect(await client.request('PUT', '/bi/api/v1/web/closed')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });

  it('sends people without a session to the login page, and back afterwards', async () => {
    const answer = await test.client().get('/bi/panel/7?a=b', { accept: 'text/html' });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/bi/login/?next=%2Fbi%2Fpanel%2F7%3Fa%3Db']);
  });

  it('refuses bodies that are too large, also without a declared length', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(2000) });
    for (const payload of [body, new ReadableStream({ start(controller) { controller.enqueue(Buffer.from(body)); controller.close(); } })]) {
      const answer = await fetch(`${origin}/bi/api/v1/web/echo`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: payload, duplex: 'half' } as RequestInit);
      expect([answer.status, await answer.json()]).toEqual([413, { message: 'Payload too large: at most 1000 bytes are accepted here' }]);
    }
  });

  it('reads JSON, forms and multipart, and keeps prototypes clean', async () => {
    const client = test.client();
    expect((await client.request('POST', '/bi/api/v1/web/echo', { json: { a: 1 } })).json).toEqual({ body: { a: 1 } });
    expect((await client.request('POST', '/bi/api/v1/web/echo', { form: { a: '1' } })).json).toEqual({ body: { a: '1' } });
    const send = (text: string): Promise<Response> => fetch(`${origin}/bi/api/v1/web/echo`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
    expect(await (await send('{"__proto__":{"admin":true},"a":1}')).json()).toEqual({ body: { a: 1 } });
    expect(await (await send('{"a":')).json()).toEqual({ message: 'Request is not JSON' });
    const form = new FormData();
    form.set('overwrite', 'true');
    form.set('file', new Blob(['a,b']), 'data.csv');
    expect(await (await fetch(`${origin}/bi/api/v1/web/upload`, { method: 'POST', body: form })).json()).toEqual({ overwrite: [null, 'true'], file: ['data.csv', 'a,b'] });
  });

  it('compresses JSON', async () => {
    const answer = await fetch(`${origin}/bi/api/v1/web/big`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(((await answer.json()) as { rows: unknown[] }).rows).toHaveLength(500);
  });

  it('delivers each line of a stream at once, compressed too', async () => {
    const { port, hostname } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /bi/api/v1/web/lines HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`);
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve) => socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      // Headers and the first compressed line are here while the second line is not even made.
      if (Buffer.concat(chunks).length > 600 || nextLine) setTimeout(resolve, 100);
    }));
    const before = Buffer.concat(chunks);
    expect(before.toString('latin1').toLowerCase()).toContain('content-encoding: gzip');
    expect(unchunk(before).length).toBeGreaterThan(15);
    nextLine?.();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(gunzipSync(unchunk(Buffer.concat(chunks))).toString()).toBe('{"index":0}\n{"index":1}\n');
  });

  it('tells the handler when the client goes away', async () => {
    const gone = new Promise<void>((resolve) => (aborted = resolve));
    const controller = new AbortController();
    const call = fetch(`${origin}/bi/api/v1/web/hang`, { signal: controller.signal }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    await Promise.all([call, gone]);
  });

  it('logs neither addresses, cookies nor bodies', async () => {
    await test.client().request('POST', '/bi/api/v1/web/echo?token=canary-1', { json: { password: 'canary-2' }, headers: { cookie: 'session=canary-3', 'x-guesttoken': 'canary-4' } });
    expect(test.logged.join('')).toContain('/api/v1/web/echo');
    expect(test.logged.join('')).not.toContain('canary');
  });
});

function unchunk(raw: Buffer): Buffer {
  let rest = raw.subarray(raw.indexOf('\r\n\r\n') + 4);
  const parts: Buffer[] = [];
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = end < 0 ? 0 : Number.parseInt(rest.subarray(0, end).toString(), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
  }
}
