import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PluginManifest } from '@orrery/sdk';
import type { ServerPluginDefinition } from '@orrery/sdk/server';
import { hashPassword } from '../auth/passwords.ts';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { createLog } from '../start/create-log.ts';
import type { KernelConfig } from '../start/kernel-config.ts';
import { startServerKernel } from '../start/start-server-kernel.ts';
import type { ServerKernel, ServerKernelOptions, ServerPlugin } from '../start/start-server-kernel.ts';
import { createMemoryCache } from './memory-cache.ts';

/** A real kernel over a data directory of its own. */
export interface TestKernel {
  readonly kernel: ServerKernel;
  readonly dataDir: string;
  /** Lines of the log so far. */
  readonly logged: string[];
  /** Adds a user; the password is `secret-<name>`. */
  addUser(name: string, role: string): Promise<number>;
  /** A browser of its own: keeps cookies, sends CSRF tokens. */
  client(): TestClient;
  close(): Promise<void>;
}

/** What a request may carry. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** False leaves the token out. */
  readonly csrf?: boolean;
}

/** An answer, read. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

/** A caller with cookies. */
export interface TestClient {
  request(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  login(name: string): Promise<TestAnswer>;
  readonly cookies: Map<string, string>;
}

/** A server half without files. */
export function fakePlugin(manifest: Partial<PluginManifest> & { id: string }, definition: unknown): ServerPlugin {
  const full: PluginManifest = {
    manifestVersion: 1, version: '1.0.0', publisher: 'test', displayName: manifest.id, description: 'For a test.', engines: { sdk: '^0.1.0' }, entry: { server: 'server/plugin.js' }, ...manifest,
  };
  return {
    indexed: { manifest: full, source: 'builtin', tier: 'builtin', baseUrl: `/plugins/${manifest.id}/`, integrity: {} },
    folder: tmpdir(),
    load: async () => {
      if (definition instanceof Error) throw definition;
      return { default: definition as ServerPluginDefinition };
    },
  };
}

export async function startTestKernel(options: Partial<Omit<ServerKernelOptions, 'config'>> & { config?: Partial<KernelConfig> } = {}): Promise<TestKernel> {
  const dataDir = options.config?.dataDir ?? mkdtempSync(join(tmpdir(), 'orrery-kernel-'));
  const logged: string[] = [];
  const log = createLog('debug', { write: (line: string) => void logged.push(line) });
  const config: KernelConfig = { dataDir, applicationRoot: '/', roles: 'all', examples: false, featureFlags: {}, conf: {}, ...options.config };
  const kernel = await startServerKernel({ plugins: [], log, cache: createMemoryCache, ...options, config });

  return {
    kernel,
    dataDir,
    logged,
    async addUser(name, role) {
      const db = kernel.metadata('test').db<KernelTables>();
      const { id } = await db
        .insertInto('ab_user')
        .values({ username: name, first_name: name, last_name: 'Test', email: `${name}@test.invalid`, password_hash: await hashPassword(`secret-${name}`), active: 1, created_on: 1, changed_on: 1, last_login: null, login_count: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: role_id } = await db.selectFrom('ab_role').select('id').where('name', '=', role).executeTakeFirstOrThrow();
      await db.insertInto('ab_user_role').values({ user_id: id, role_id }).execute();
      await kernel.permissions.invalidate();
      return id;
    },
    client: () => createClient(kernel),
    async close() {
      await kernel.close();
      if (!options.config?.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function createClient(kernel: ServerKernel): TestClient {
  const cookies = new Map<string, string>();
  let csrf: string | undefined;

  async function send(method: string, path: string, { headers = {}, json, form, csrf: withCsrf = true }: TestRequest = {}): Promise<TestAnswer> {
    if (withCsrf && method !== 'GET' && csrf === undefined && !headers['authorization']) {
      csrf = ((await send('GET', '/api/v1/security/csrf_token/')).json as { result: string }).result;
    }
    const response = await kernel.http.app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        accept: 'application/json',
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(withCsrf && csrf !== undefined && method !== 'GET' && !headers['authorization'] ? { 'x-csrftoken': csrf } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(json === undefined ? {} : { payload: JSON.stringify(json) }),
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    });
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0) cookies.delete(cookie.name);
      else cookies.set(cookie.name, cookie.value);
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(response.payload);
    } catch {
      parsed = undefined;
    }
    return { status: response.statusCode, headers: response.headers as Record<string, string | undefined>, text: response.payload, json: parsed };
  }

  return {
    cookies,
    request: send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    async login(name) {
      const answer = await send('POST', '/login/', { form: { username: name, password: `secret-${name}` } });
      csrf = undefined;
      return answer;
    },
  };
}
