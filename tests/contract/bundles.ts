import { existsSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { ZipFile } from 'yazl';
import { readZip } from '../../plugins/app/import-export/server/zip/read-zip.ts';
import { withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

/** The exports of a real Superset, which are not part of the repository; undefined where they are absent. */
export function superExports(): string | undefined {
  const folder = fileURLToPath(new URL('../../../shared/fixtures/superset-exports/', import.meta.url));
  if (existsSync(path.join(folder, 'sales_dashboard.zip'))) return folder;
  console.warn('Skipped: the exports in shared/fixtures/superset-exports are absent');
  return undefined;
}

/** Texts or values by path, as a ZIP below one root folder. Values become YAML. */
export function zip(files: Readonly<Record<string, unknown>>, root = 'bundle/'): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    archive.addBuffer(Buffer.isBuffer(content) ? content : Buffer.from(typeof content === 'string' ? content : stringify(content, { version: '1.1', aliasDuplicateObjects: false })), `${root}${name}`);
  }
  archive.end();
  return buffer(archive.outputStream);
}

/** An answer of an upload. */
export interface UploadAnswer {
  readonly status: number;
  readonly json: { readonly message?: unknown; readonly warnings?: Readonly<Record<string, readonly string[]>>; readonly errors?: readonly { readonly message: string; readonly error_type: string; readonly extra: Readonly<Record<string, unknown>> }[] };
}

const tokens = new WeakMap<TestApp, Map<string, string>>();

/** A bearer token of a user; they need no CSRF token. */
async function tokenOf(app: TestApp, user: string): Promise<string> {
  const known = tokens.get(app) ?? new Map<string, string>();
  tokens.set(app, known);
  if (!known.has(user)) {
    const answer = await app.kernel.http.app.inject({ method: 'POST', url: '/api/v1/security/login', payload: { username: user, password: `secret-${user}`, provider: 'db' } });
    known.set(user, (answer.json() as { access_token: string }).access_token);
  }
  return known.get(user) as string;
}

/** Sends a bundle to an import route. */
export async function upload(app: TestApp, resource: string, bundle: Buffer, options: { readonly fields?: Readonly<Record<string, string>>; readonly user?: string; readonly fileName?: string; readonly part?: string } = {}): Promise<UploadAnswer> {
  const form = new FormData();
  form.set(options.part ?? 'formData', new File([new Uint8Array(bundle)], options.fileName ?? 'bundle.zip'));
  for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, value);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await app.kernel.http.app.inject({
    method: 'POST',
    url: `/api/v1/${resource}/import/`,
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${await tokenOf(app, options.user ?? 'root')}`, accept: 'application/json' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, json: answer.json() as UploadAnswer['json'] };
}

/** A download of an export route, read. */
export interface Download {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  /** Texts by path below the root folder. */
  readonly texts: Readonly<Record<string, string>>;
  readonly root: string;
}

/** Fetches an export; ids undefined for everything. */
export async function download(app: TestApp, resource: string, ids?: readonly number[], options: { readonly user?: string; readonly token?: string } = {}): Promise<Download> {
  const url = ids === undefined ? `/api/v1/${resource}/export/` : withQ(`/api/v1/${resource}/export/`, ids);
  const answer = await app.kernel.http.app.inject({
    method: 'GET',
    url: options.token === undefined ? url : `${url}&token=${options.token}`,
    headers: { authorization: `Bearer ${await tokenOf(app, options.user ?? 'root')}`, accept: 'application/json' },
  });
  const bytes = answer.rawPayload;
  if (answer.statusCode !== 200) return { status: answer.statusCode, headers: answer.headers, bytes, texts: {}, root: '' };
  const entries = await readZip(bytes, () => true);
  const root = [...entries.keys()][0]?.split('/')[0] ?? '';
  return { status: 200, headers: answer.headers, bytes, root, texts: Object.fromEntries([...entries].map(([name, content]) => [name.slice(root.length + 1), content.toString('utf8')])) };
}

/** A file of a download as a value. */
export function valueOf(download: Download, prefix: string): Record<string, unknown> {
  const [name] = Object.keys(download.texts).filter((candidate) => candidate.startsWith(prefix));
  return parse(download.texts[name ?? ''] ?? '', { version: '1.1' }) as Record<string, unknown>;
}
