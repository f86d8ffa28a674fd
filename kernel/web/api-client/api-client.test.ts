// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '@orrery/sdk/web';
import { createApiClient } from './create-api-client.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const onUnauthorised = vi.fn();

function client(answers: ((url: string, init: RequestInit) => Response | Promise<Response>)[], patch: object = {}) {
  const calls: { url: string; init: RequestInit }[] = [];
  const fake = async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    if (!answer) throw new Error('no answer');
    return answer(url, init);
  };
  const api = createApiClient({
    basePath: '/bi',
    describe: (status) => `status ${status}`,
    onUnauthorised,
    fetch: fake as typeof fetch,
    wait: async () => {},
    ...patch,
  });
  return { api, calls };
}
const failure = async (body: BodyInit | null, status: number, type = 'application/json'): Promise<ApiError> =>
  client([() => new Response(body, { status, headers: { 'content-type': type } })])
    .api.post('/x')
    .then(
      () => Promise.reject(new Error('should fail')),
      (error: ApiError) => error,
    );

beforeEach(() => {
  onUnauthorised.mockReset();
  document.body.innerHTML = '<input id="csrf_token" value="page-token">';
});

describe('errors', () => {
  it('[GEN-01] reads a SIP-40 body', async () => {
    const error = await failure(JSON.stringify({ errors: [{ message: 'No such column', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR', level: 'warning', extra: { issue_codes: [{ code: 1003 }] } }] }), 400);
    expect(error).toMatchObject({ message: 'No such column', status: 400, severity: 'warning', extra: { issue_codes: [{ code: 1003 }] } });
    expect(error.errors[0]?.error_type).toBe('COLUMN_DOES_NOT_EXIST_ERROR');
  });

  it('[GEN-01] reads a flat message and a map of fields', async () => {
    expect((await failure('{"message":"Not found"}', 404)).message).toBe('Not found');
    const error = await failure('{"message":{"slug":["Must be unique"],"json":{"0":{"name":["Missing"]}}}}', 422);
    expect(error).toMatchObject({ message: 'Must be unique', fields: { slug: ['Must be unique'], json: ['Missing'] } });
  });

  it('[GEN-01] reads legacy and has_access bodies', async () => {
    expect((await failure('{"error":"Old way"}', 500)).message).toBe('Old way');
    expect(await failure('{"message":"Access is Denied","severity":"danger"}', 403)).toMatchObject({ message: 'Access is Denied', severity: 'danger' });
  });

  it('[GEN-01] has a sentence for what is no JSON, broken JSON and no answer', async () => {
    expect((await failure('<html>', 413, 'text/html')).message).toBe('status 413');
    expect((await failure('{"mess', 500)).message).toBe('status 500');
    expect((await failure(null, 504)).errors[0]?.error_type).toBe('BACKEND_TIMEOUT_ERROR');
    const { api } = client([() => Promise.reject(new TypeError('Failed to fetch'))]);
    await expect(api.post('/x')).rejects.toMatchObject({ status: 0, message: 'status 0', errors: [{ error_type: 'FRONTEND_NETWORK_ERROR' }] });
  });

  it('sends to the login page on 401, unless told otherwise or a guest', async () => {
    const answers = [() => json({ message: 'Not authorized' }, 401)];
    await client(answers).api.get('/a').catch(() => {});
    expect(onUnauthorised).toHaveBeenCalledTimes(1);
    await client(answers).api.get('/a', { redirectOn401: false }).catch(() => {});
    await client(answers, { guest: { header: 'X-GuestToken', token: () => 'g' } }).api.get('/a').catch(() => {});
    expect(onUnauthorised).toHaveBeenCalledTimes(1);
  });
});

describe('requests', () => {
  it('[GEN-08] prefixes the base path and [GEN-02] encodes q as Rison', async () => {
    const { api, calls } = client([() => json({})]);
    await api.get('/api/v1/chart/', { q: { keys: ['permissions'] }, params: { a: 1, b: undefined } });
    expect(calls[0]?.url).toBe('/bi/api/v1/chart/?q=%28keys%3A%21%28permissions%29%29&a=1');
    expect(api.url('/x')).toBe('/bi/x');
  });

  it('sends the token of the page, and a new one once when it is refused', async () => {
    const refused = () => json({ errors: [{ message: '400 Bad Request: The CSRF token is missing.' }] }, 400);
    const { api, calls } = client([refused, () => json({ result: 'fresh' }), () => json({ id: 1 })]);
    expect(await api.post('/x', { body: { a: 1 } })).toEqual({ id: 1 });
    expect(calls.map(({ url, init }) => [init.method, url, (init.headers as Record<string, string>)['x-csrftoken']])).toEqual([
      ['POST', '/bi/x', 'page-token'],
      ['GET', '/bi/api/v1/security/csrf_token/', undefined],
      ['POST', '/bi/x', 'fresh'],
    ]);
    const stubborn = client([refused, () => json({ result: 'fresh' }), refused]);
    await expect(stubborn.api.post('/x')).rejects.toMatchObject({ status: 400 });
    expect(stubborn.calls).toHaveLength(3);
  });

  it('repeats reads on 502, 503, 504 and lost connections, never writes', async () => {
    const { api, calls } = client([() => json({}, 503), () => Promise.reject(new TypeError('lost')), () => json({ ok: true })]);
    expect(await api.get('/a')).toEqual({ ok: true });
    expect(calls).toHaveLength(3);
    const write = client([() => json({}, 503)]);
    await expect(write.api.post('/a')).rejects.toMatchObject({ status: 503 });
    expect(write.calls).toHaveLength(1);
    const hopeless = client([() => json({}, 502)]);
    await expect(hopeless.api.get('/a')).rejects.toMatchObject({ status: 502 });
    expect(hopeless.calls).toHaveLength(3);
  });

  it('shares equal reads under way, and aborts the request with the last caller', async () => {
    let aborted = false;
    const { api, calls } = client([
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => {
            aborted = true;
            reject(new DOMException('gone', 'AbortError'));
          }),
        ),
    ]);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = api.get('/a', { signal: one.signal });
    const second = api.forPlugin(two.signal).get('/a');
    expect(calls).toHaveLength(1);
    one.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(aborted).toBe(false);
    two.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(aborted).toBe(true);
    const again = api.get('/a', { signal: AbortSignal.timeout(1) });
    expect(calls).toHaveLength(2);
    await expect(again).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('streams lines as they arrive', async () => {
    const chunks = ['{"a":1}\n{"a"', ':2}\n\n', '{"a":3}'];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    });
    const { api } = client([() => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })]);
    const lines: unknown[] = [];
    for await (const line of api.stream('/s', { body: {} })) lines.push(line);
    expect(lines).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });
});
