import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PluginManifest } from '@orrery/sdk';
import { encodeRison } from '@orrery/sdk';
import { openCache } from '../../host/server/cache/open-cache.ts';
import type { ServerKernelOptions, ServerPlugin } from '../../kernel/server/start/start-server-kernel.ts';
import { startTestKernel } from '../../kernel/server/testing/start-test-kernel.ts';
import type { TestClient, TestKernel } from '../../kernel/server/testing/start-test-kernel.ts';

const plugins = fileURLToPath(new URL('../../plugins/', import.meta.url));

/** Folders of the plugins that hold databases, datasets, charts and dashboards. */
const ROOMS = ['data/rest', 'app/database', 'app/dataset', 'app/explore', 'app/dashboard', 'data/connector-duckdb'];

/** A real plugin of the tree; on the server its web-only dependencies do not matter. */
function realPlugin(room: string, installed: ReadonlySet<string>): ServerPlugin {
  const folder = path.join(plugins, room);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'plugin.json'), 'utf8')) as PluginManifest;
  const only = (record: Readonly<Record<string, string>> = {}) => Object.fromEntries(Object.entries(record).filter(([id]) => installed.has(id)));
  return {
    indexed: {
      manifest: { ...manifest, dependencies: only(manifest.dependencies) },
      source: 'builtin',
      tier: 'builtin',
      baseUrl: `/plugins/${manifest.id}/`,
      integrity: {},
    },
    folder,
    load: () => import(pathToFileURL(path.join(folder, manifest.entry?.server ?? '')).href) as Promise<Record<string, unknown>>,
  };
}

/** The running application of a contract test. */
export interface TestApp extends TestKernel {
  readonly admin: TestClient;
  readonly adminId: number;
  /** Signed-in client of a new user. */
  signedIn(name: string, role: string): Promise<{ readonly client: TestClient; readonly id: number }>;
}

/** Starts the real kernel with the real plugins over a data directory of its own, and signs an administrator in. */
export async function startApp(options: { more?: readonly string[]; extra?: readonly ServerPlugin[]; admin?: string; pages?: ServerKernelOptions['pages']; config?: Parameters<typeof startTestKernel>[0] extends infer O ? (O extends { config?: infer C } ? C : never) : never } = {}): Promise<TestApp> {
  const rooms = [...ROOMS, ...(options.more ?? [])];
  const ids = new Set(rooms.map((room) => (JSON.parse(readFileSync(path.join(plugins, room, 'plugin.json'), 'utf8')) as PluginManifest).id));
  const test = await startTestKernel({ cache: openCache(process.env['ORRERY_REDIS_URL']), plugins: [...rooms.map((room) => realPlugin(room, ids)), ...(options.extra ?? [])], ...(options.config ? { config: options.config } : {}), ...(options.pages ? { pages: options.pages } : {}) });
  for (const id of ids) {
    const status = test.kernel.runtime.status(id);
    if (status?.state !== 'active' && status?.state !== 'disabled') throw new Error(`${id} is ${status?.state}: ${status?.reason?.message ?? ''} ${status?.reason?.cause instanceof Error ? (status.reason.cause.stack ?? '') : ''}`);
  }
  async function signedIn(name: string, role: string): Promise<{ client: TestClient; id: number }> {
    const id = await test.addUser(name, role);
    const client = test.client();
    const answer = await client.login(name);
    if (answer.status >= 400) throw new Error(`Login of ${name} answered ${answer.status}: ${answer.text}`);
    return { client, id };
  }
  const admin = await signedIn(options.admin ?? 'root', 'Admin');
  return Object.assign(test, { admin: admin.client, adminId: admin.id, signedIn });
}

/** Path of a GET with `q` in Rison. */
export function withQ(pathname: string, q: unknown): string {
  return `${pathname}?q=${encodeURIComponent(encodeRison(q))}`;
}
