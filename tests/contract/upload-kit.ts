import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TestApp } from './start-app.ts';

/** An answer of the upload routes. */
export interface UploadAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: { readonly message?: unknown; readonly result?: { readonly items: readonly { readonly sheet_name: string | null; readonly column_names: readonly string[] }[] } };
}

const tokens = new WeakMap<TestApp, Map<string, string>>();

async function tokenOf(app: TestApp, user: string): Promise<string> {
  const known = tokens.get(app) ?? new Map<string, string>();
  tokens.set(app, known);
  const answer = known.has(user) ? undefined : await app.kernel.http.app.inject({ method: 'POST', url: '/api/v1/security/login', payload: { username: user, password: `secret-${user}`, provider: 'db' } });
  if (answer) known.set(user, (answer.json() as { access_token: string }).access_token);
  return known.get(user) ?? '';
}

/** Sends a form with a file; `pathname` below `/api/v1/database/`. */
export async function sendFile(app: TestApp, pathname: string, file: { readonly name: string; readonly bytes: string | Buffer } | undefined, fields: Readonly<Record<string, string>>, user = 'root'): Promise<UploadAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', new File([new Uint8Array(Buffer.from(file.bytes))], file.name));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await app.kernel.http.app.inject({
    method: 'POST',
    url: `/api/v1/database/${pathname}`,
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${await tokenOf(app, user)}`, accept: 'application/json' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, text: answer.payload, json: answer.json() as UploadAnswer['json'] };
}

/** Creates an empty DuckDB database that files may go to and answers its id. */
export async function addUploadDatabase(app: TestApp, name = 'Uploads', more: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const file = `${name.toLowerCase()}.duckdb`;
  const instance = await DuckDBInstance.create(path.join(app.dataDir, file));
  instance.closeSync();
  const { status, json, text } = await app.admin.request('POST', '/api/v1/database/', { json: { database_name: name, engine: 'duckdb', parameters: { file }, allow_file_upload: true, ...more } });
  if (status !== 201) throw new Error(`POST database answered ${status}: ${text}`);
  return (json as { id: number }).id;
}
