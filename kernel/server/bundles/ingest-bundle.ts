import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { lookup } from 'node:dns/promises';
import path from 'node:path';
import { PluginError, SDK_VERSION } from '@orrery/sdk';
import type { PluginManifest } from '@orrery/sdk';
import { checkEngine } from '../../common/manifest/check-engine.ts';
import type { BundlePolicy } from './bundle-policy.ts';
import { policyRefusal } from './bundle-policy.ts';

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_TOTAL_BYTES = 20 * 1024 * 1024;
const MAX_FILES = 200;
const TIMEOUT_MS = 10_000;
/** Relative, no dot segments, plain characters: it becomes a path on this server. */
const SAFE_NAME = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/;

/** A bundle as it lies on this server. */
export interface IngestedBundle {
  readonly manifest: PluginManifest;
  /** File → `sha384-…`. */
  readonly files: Readonly<Record<string, string>>;
  /** Folder under the plugins folder, `<id>/<version>/<hash>`. */
  readonly folder: string;
  readonly entryFile: string;
}

/**
 * Downloads a plugin once, checks every file against `plugin.files.json`, and stores it under a content address, so that
 * pages load it from this origin and nothing changes behind their back. Nothing is left behind when any step fails.
 * Rejects with a PluginError: MANIFEST_UNAVAILABLE, MANIFEST_INVALID, MANIFEST_ID_MISMATCH, SDK_INCOMPATIBLE, INTEGRITY_MISMATCH, LOAD_NETWORK, ORIGIN_NOT_ALLOWED.
 */
export async function ingestBundle(options: {
  readonly key: string;
  readonly bundleUrl: string;
  readonly pluginsDir: string;
  readonly policy?: BundlePolicy;
  /** Answers the problems of a manifest as sentences. */
  validate(manifest: unknown): Promise<readonly string[]> | readonly string[];
}): Promise<IngestedBundle> {
  const { key, bundleUrl } = options;
  const fail = (code: ConstructorParameters<typeof PluginError>[0], message: string, cause?: unknown) => new PluginError(code, key, message, { cause, context: { bundleUrl } });
  const url = await allowedUrl(bundleUrl, fail);
  const refusal = policyRefusal(options.policy ?? {}, url);
  if (refusal) throw fail('ORIGIN_NOT_ALLOWED', refusal);
  const manifestBytes = await download(new URL('plugin.json', url), (cause) =>
    fail('MANIFEST_UNAVAILABLE', `No plugin.json could be read beside ${bundleUrl}: ${reason(cause)}. Serve plugin.json from the same folder as the bundle.`, cause),
  );
  const manifest = parse(manifestBytes) as PluginManifest | undefined;
  const problems = manifest === undefined ? ['it is not JSON'] : await options.validate(manifest);
  if (manifest === undefined || problems.length > 0) throw fail('MANIFEST_INVALID', `plugin.json beside ${bundleUrl} is not valid: ${problems.join('; ')}.`);
  if (manifest.id !== key) throw fail('MANIFEST_ID_MISMATCH', `The bundle is plugin "${manifest.id}", but it was added under the key "${key}". Use the key "${manifest.id}".`);
  const misfit = checkEngine(manifest, SDK_VERSION);
  if (misfit) throw fail('SDK_INCOMPATIBLE', misfit.message);

  const hashesBytes = await download(new URL('plugin.files.json', url), () => undefined).catch(() => undefined);
  const declared = (hashesBytes && (parse(hashesBytes) as Record<string, string> | undefined)) ?? undefined;
  const entryFile = url.pathname.slice(url.pathname.lastIndexOf('/') + 1) || (manifest.entry?.web ?? '');
  const names = declared ? Object.keys(declared) : [...new Set(['plugin.json', entryFile, ...(manifest.entry?.styles ?? []), ...(manifest.locales ?? []).map((language) => `locales/${language}.json`)])];
  if (names.length > MAX_FILES) throw fail('MANIFEST_INVALID', `The bundle lists ${names.length} files; at most ${MAX_FILES} are taken.`);

  const contents = new Map<string, Buffer>([['plugin.json', manifestBytes]]);
  let total = 0;
  for (const name of names) {
    if (!SAFE_NAME.test(name)) throw fail('MANIFEST_INVALID', `The file name "${name}" of the bundle is not allowed.`);
    const bytes = contents.get(name) ?? (await download(new URL(name, url), (cause) => fail('LOAD_NETWORK', `The file ${name} of the bundle could not be read: ${reason(cause)}.`, cause)));
    total += bytes.length;
    if (total > MAX_TOTAL_BYTES) throw fail('MANIFEST_INVALID', `The bundle is larger than ${MAX_TOTAL_BYTES / 1024 / 1024} MiB.`);
    const expected = declared?.[name];
    if (expected !== undefined && expected !== sha384(bytes)) throw fail('INTEGRITY_MISMATCH', `The file ${name} is not the one plugin.files.json describes. Publish the bundle again.`);
    contents.set(name, bytes);
  }
  if (!contents.has(entryFile)) throw fail('MANIFEST_INVALID', `plugin.files.json does not list ${entryFile}.`);
  return store(options.pluginsDir, manifest, contents, entryFile);
}

async function store(pluginsDir: string, manifest: PluginManifest, contents: ReadonlyMap<string, Buffer>, entryFile: string): Promise<IngestedBundle> {
  const files = Object.fromEntries([...contents].map(([name, bytes]) => [name, sha384(bytes)]));
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  const folder = `${manifest.id}/${manifest.version}/${hash}`;
  const target = path.join(pluginsDir, folder);
  const staging = `${target}.${process.pid}-${Date.now()}`;
  try {
    for (const [name, bytes] of contents) {
      await mkdir(path.dirname(path.join(staging, name)), { recursive: true });
      await writeFile(path.join(staging, name), bytes);
    }
    await rename(staging, target).catch(async (error: NodeJS.ErrnoException) => {
      // The same content is there already: the address is its hash.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return { manifest, files, folder, entryFile };
}

/** Cloud metadata services and link-local hosts are never a plugin's home. */
async function allowedUrl(text: string, fail: (code: 'ORIGIN_NOT_ALLOWED', message: string) => PluginError): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw fail('ORIGIN_NOT_ALLOWED', `"${text}" is not an http or https address.`);
  const blocked = new BlockList();
  blocked.addSubnet('169.254.0.0', 16);
  blocked.addSubnet('fe80::', 10, 'ipv6');
  blocked.addSubnet('0.0.0.0', 8);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true }).catch(() => []);
  if (addresses.some(({ address, family }) => blocked.check(address, family === 6 ? 'ipv6' : 'ipv4'))) {
    throw fail('ORIGIN_NOT_ALLOWED', `${url.host} is not an allowed home for plugins.`);
  }
  return url;
}

async function download(url: URL, wrap: (cause: unknown) => unknown): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).length;
      if (size > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
      chunks.push(chunk as Uint8Array);
    }
    return Buffer.concat(chunks);
  } catch (cause) {
    throw wrap(cause) ?? cause;
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : String(cause);
}

function sha384(bytes: Buffer): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
