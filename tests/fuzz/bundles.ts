import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { TestAnswer } from '../../kernel/server/testing/start-test-kernel.ts';
import { problemOf, timed } from './check-answer.ts';
import { PASSWORD } from './fuzz-app.ts';
import type { FuzzApp } from './fuzz-app.ts';
import { randomBundle } from './random-bundle.ts';
import type { BundleInput } from './random-bundle.ts';
import type { FuzzKind } from './run-cases.ts';

async function archiveOf({ root, files, blankMib, cut, flips = [], escape, isPlainFile }: BundleInput): Promise<Buffer> {
  if (isPlainFile) return Buffer.from(Object.values(files).at(-1) ?? '');
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(files)) {
    try {
      archive.addBuffer(Buffer.from(text), `${root}${name}`);
    } catch {
      // The library refuses to write some names; the escapes below get into the bytes without it.
    }
  }
  if (blankMib !== undefined) archive.addBuffer(Buffer.alloc(blankMib * 1024 * 1024, ' '), `${root}charts/blank.yaml`);
  archive.end();
  let bytes = await buffer(archive.outputStream);
  if (escape !== undefined) bytes = Buffer.from(bytes.toString('latin1').replaceAll('bundle/charts'.padEnd(escape.length, '/').slice(0, escape.length), escape), 'latin1');
  for (const [at, byte] of flips) bytes[Math.floor(at * bytes.length)] = byte;
  return cut === undefined ? bytes : bytes.subarray(0, Math.floor(cut * bytes.length));
}

/** Tables other cases write to meanwhile, that keep records, or that follow a little later (the permissions of what was brought in). */
const UNCOUNTED = /^(?:sqlite_|kernel_|log|kv_|jobs?$|event|async_event|ab_user$|plugin_|session|query|.*permalink|security_version|kept_|security_pair|security_resource|ab_permission|temporary|state)/;
const namesOf = new WeakMap<FuzzApp, readonly string[]>();

/** A sum over the rows of all tables people's objects are in. */
async function fingerprint(fuzz: FuzzApp): Promise<readonly string[]> {
  const db = fuzz.app.kernel.metadata('fuzz').db<Record<string, Record<string, unknown>>>();
  if (!namesOf.has(fuzz)) {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
    namesOf.set(fuzz, rows.map(({ name }) => name).filter((name) => !UNCOUNTED.test(name)));
  }
  const counts = await Promise.all((namesOf.get(fuzz) ?? []).map(async (name) => `${name} ${JSON.stringify((await sql`select count(*) as n, coalesce(sum(rowid), 0) as s from ${sql.table(name)}`.execute(db)).rows[0])}`));
  const texts = await sql`select (select group_concat(slice_name || coalesce(params, '') || viz_type) from slices) as c, (select group_concat(dashboard_title || coalesce(position_json, '')) from dashboards) as d, (select group_concat(table_name || coalesce(sql, '')) from tables) as t, (select group_concat(database_name) from dbs) as b`.execute(db);
  return [...counts, JSON.stringify(texts.rows)];
}

/** Random bundles to every import: all of it or nothing, and never a failure of the server. */
export const BUNDLES: FuzzKind = {
  name: 'YAML bundles',
  share: 2,
  alone: true,
  make: (random) => ({ ...randomBundle(random) }),
  async check(fuzz, input) {
    const bundle = { resource: 'chart', root: '', files: {}, fields: {}, ...input } as BundleInput;
    const { resource } = bundle;
    const form = new FormData();
    form.set(resource === 'assets' ? 'bundle' : 'formData', new File([new Uint8Array(await archiveOf(bundle))], bundle.isPlainFile ? 'bundle.yaml' : 'bundle.zip'));
    for (const [name, value] of Object.entries(bundle.fields)) form.set(name, value);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const payload = Buffer.from(await request.arrayBuffer());
    const before = await fingerprint(fuzz);
    const loggedBefore = fuzz.app.logged.length;
    const got = await timed(() => upload(fuzz, resource, request.headers.get('content-type') ?? '', payload));
    const { status, text } = got.answer;
    const leaked = [text, ...fuzz.app.logged.slice(loggedBefore)].some((one) => one.includes(PASSWORD)) ? 'a password of the bundle shows' : Object.hasOwn(Object.prototype, 'polluted') ? 'the prototype of objects was changed' : undefined;
    const after = status >= 400 ? await fingerprint(fuzz) : before;
    const written = after.filter((line, at) => line !== before[at]);
    const half = written.length > 0 ? `refused with ${status}, but something was written: ${written.join('; ').slice(0, 300)}; ${text.slice(0, 300)}` : undefined;
    const problem = problemOf(fuzz, got) ?? leaked ?? half;
    return { status, ...(problem ? { problem } : {}) };
  },
};

const tokens = new WeakMap<FuzzApp, Promise<string>>();

async function upload(fuzz: FuzzApp, resource: string, contentType: string, payload: Buffer): Promise<TestAnswer> {
  const { app } = fuzz.app.kernel.http;
  if (!tokens.has(fuzz)) tokens.set(fuzz, app.inject({ method: 'POST', url: '/api/v1/security/login', payload: { username: 'root', password: 'secret-root', provider: 'db' } }).then((answer) => (answer.json() as { access_token: string }).access_token));
  const answer = await app.inject({ method: 'POST', url: `/api/v1/${resource}/import/`, headers: { 'content-type': contentType, accept: 'application/json', authorization: `Bearer ${await tokens.get(fuzz)}` }, payload });
  return { status: answer.statusCode, headers: answer.headers as Record<string, string | undefined>, text: answer.payload, json: parse(answer.payload) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
