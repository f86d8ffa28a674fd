import { encodeRison } from './encode-rison.ts';

/** An answer, read whole. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Undefined when the body is no JSON. */
  readonly json: Json | undefined;
}

/** Parsed JSON, read by whoever knows what to expect: leaves become what is needed by `Number` and `String`. */
export interface Json {
  readonly [key: string]: Json;
}

/** What a script has at hand: verbs over HTTP, three ways to sign in. */
export interface RestClient {
  get(path: string, q?: unknown): Promise<RestAnswer>;
  post(path: string, body?: unknown): Promise<RestAnswer>;
  put(path: string, body?: unknown): Promise<RestAnswer>;
  delete(path: string, q?: unknown): Promise<RestAnswer>;
  /** Sends a form; with files it is multipart. */
  form(path: string, fields: Readonly<Record<string, string | File>>): Promise<RestAnswer>;
  /** `POST /api/v1/security/login`; later calls carry the access token. */
  loginJwt(username: string, password: string): Promise<RestAnswer>;
  /** Trades the refresh token for a new access token. */
  refresh(): Promise<RestAnswer>;
  /** The login form, as a browser sends it; later calls carry cookies and the CSRF token. */
  loginForm(username: string, password: string): Promise<RestAnswer>;
  /** Later calls are a guest's. */
  useGuestToken(token: string): void;
  /** Sends no CSRF token any more. */
  forgetCsrf(): void;
  readonly cookies: ReadonlyMap<string, string>;
}

/** A client that knows the contract's text and nothing of the product. */
export function createRestClient(baseUrl: string): RestClient {
  const cookies = new Map<string, string>();
  let access: string | undefined;
  let refreshToken: string | undefined;
  let csrf: string | undefined;
  let guest: string | undefined;

  async function send(method: string, path: string, options: { readonly q?: unknown; readonly body?: BodyInit; readonly headers?: Readonly<Record<string, string>> } = {}): Promise<RestAnswer> {
    const q = options.q === undefined ? '' : `${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(encodeRison(options.q))}`;
    const answer = await fetch(`${baseUrl}${path}${q}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(csrf === undefined || method === 'GET' ? {} : { 'X-CSRFToken': csrf, referer: baseUrl }),
        ...(guest === undefined ? {} : { 'X-GuestToken': guest }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const at = pair.indexOf('=');
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return { status: answer.status, headers: answer.headers, bytes, text, json: parse(text) };
  }
  const json = (body: unknown): { body?: string; headers?: Record<string, string> } => (body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  const client: RestClient = {
    cookies,
    get: (path, q) => send('GET', path, { q }),
    post: (path, body) => send('POST', path, json(body)),
    put: (path, body) => send('PUT', path, json(body)),
    delete: (path, q) => send('DELETE', path, { q }),
    form(path, fields) {
      if (Object.values(fields).every((value) => typeof value === 'string')) return send('POST', path, { body: new URLSearchParams(fields as Record<string, string>) });
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return send('POST', path, { body });
    },
    async loginJwt(username, password) {
      const answer = await send('POST', '/api/v1/security/login', json({ username, password, provider: 'db', refresh: true }));
      access = textOf(answer.json?.['access_token']);
      refreshToken = textOf(answer.json?.['refresh_token']);
      return answer;
    },
    async refresh() {
      access = refreshToken;
      const answer = await send('POST', '/api/v1/security/refresh');
      access = textOf(answer.json?.['access_token']);
      return answer;
    },
    async loginForm(username, password) {
      const page = await send('GET', '/login/', { headers: { accept: 'text/html' } });
      const input = /<input[^>]*name="csrf_token"[^>]*>/.exec(page.text)?.[0] ?? '';
      const csrf_token = /value="([^"]*)"/.exec(input)?.[1] ?? '';
      const answer = await send('POST', '/login/', { body: new URLSearchParams({ username, password, csrf_token }), headers: { accept: 'text/html', referer: `${baseUrl}/login/` } });
      csrf = textOf((await send('GET', '/api/v1/security/csrf_token/')).json?.['result']);
      return answer;
    },
    useGuestToken: (token) => void (guest = token),
    forgetCsrf: () => void (csrf = undefined),
  };
  return client;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
