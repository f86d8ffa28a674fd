import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { AssetDb, AssetSecrets } from '../../contract.ts';
import type { AssetKindReader, LoadedKind } from '../asset-kinds.ts';
import { bundleError } from '../bundle-error.ts';
import { requireMetadata } from '../bundle/bundle-metadata.ts';
import { importOrder } from '../bundle/kind-graph.ts';
import { METADATA_FILE } from '../bundle/read-bundle.ts';
import type { Upload } from '../bundle/read-bundle.ts';
import { readLegacy } from '../legacy/read-legacy.ts';
import { createYamlThread } from '../yaml/create-yaml-thread.ts';
import type { YamlThread } from '../yaml/create-yaml-thread.ts';
import { checkImported } from './check-imported.ts';
import { loadCompanions } from './load-companions.ts';
import { loadFiles } from './load-files.ts';
import type { FileReader } from './load-files.ts';
import { planImport } from './plan-import.ts';
import { createWarnings } from './warnings.ts';
import { writeAssets } from './write-assets.ts';
import type { WrittenAssets } from './write-assets.ts';

/** Longest time what follows an import may take, in milliseconds: rows of a dataset come over the network. */
const FINISH_MS = 120_000;

/** A bundle to import. */
export interface ImportRequest {
  readonly upload: Upload;
  /** The kind the bundle is of; undefined for bundles of everything, which overwrite what is there. */
  readonly askedKind: string | undefined;
  readonly overwrite: boolean;
  /** Whether files may refer to assets that are here but not in the bundle. */
  readonly mayReferOutside: boolean;
  readonly user: User;
  readonly options: Readonly<Record<string, string | undefined>>;
  secretsOf(path: string): AssetSecrets;
}

/** What an import works with. */
export interface ImportRooms {
  readonly kinds: AssetKindReader;
  readonly metadata: ServerPluginContext['metadata'];
  readonly permissions: ServerPluginContext['permissions'];
}

/** The database outside a transaction, as kinds take it. */
export function openDb(metadata: ServerPluginContext['metadata']): AssetDb {
  return { as: <T>() => metadata.db<T>() };
}

/**
 * Imports a bundle, all of it or nothing. Everything that can be known before is checked before the transaction begins; what
 * needs the network, after it. Answers what the user should know nevertheless, by file.
 */
export async function importBundle(rooms: ImportRooms, request: ImportRequest): Promise<Readonly<Record<string, readonly string[]>> | undefined> {
  const yaml = createYamlThread();
  try {
    return await importWith(yaml, rooms, request);
  } finally {
    yaml.dispose();
  }
}

async function importWith(yaml: YamlThread, rooms: ImportRooms, request: ImportRequest): Promise<Readonly<Record<string, readonly string[]>> | undefined> {
  const { upload, askedKind } = request;
  const all = rooms.kinds.all();
  const asked = all.find(({ kind }) => kind === askedKind);
  const title = `Error importing ${asked?.noun.toLowerCase() ?? 'assets'}`;
  if ('bundle' in upload) requireMetadata(await yaml.read(METADATA_FILE, upload.bundle.get(METADATA_FILE) as Buffer), asked?.metadataType, title);

  const kinds = (await Promise.all(importOrder(all, askedKind).map(({ kind }) => rooms.kinds.load(kind)))).filter((kind): kind is LoadedKind => kind !== undefined);
  const files = await filesOf(upload, yaml, kinds, askedKind, openDb(rooms.metadata));
  const warnings = createWarnings();
  const loaded = await loadFiles(files, { kinds, secretsOf: request.secretsOf, title }, warnings);
  if (loaded.every(({ files }) => files.length === 0)) throw new HttpError(400, 'No valid import files were found');
  const companions = await loadCompanions(files, { kinds: rooms.kinds, title });

  await planImport(loaded, { ...request, title, permissions: rooms.permissions, db: openDb(rooms.metadata) });
  const { ids, written } = await rooms.metadata.transaction<unknown, WrittenAssets>(async (transaction) => {
    const db: AssetDb = { as: <T>() => transaction as unknown as Kysely<T> };
    const result = await writeAssets(loaded, { request, title, warnings, kinds: rooms.kinds, dialect: rooms.metadata.dialect, db });
    for (const { companion, content } of companions) await companion.import(content, result.written, { user: request.user, db, now: result.now, isAll: askedKind === undefined });
    return result;
  });
  const signal = AbortSignal.timeout(FINISH_MS);
  for (const finisher of await rooms.kinds.finishers()) await finisher.finish(written, { user: request.user, signal });
  await checkImported(loaded, ids, warnings);
  return warnings.all();
}

/** The contents of an upload by path; files are read when they are asked for. */
async function filesOf(upload: Upload, yaml: YamlThread, kinds: readonly LoadedKind[], askedKind: string | undefined, db: AssetDb): Promise<FileReader> {
  if ('bundle' in upload) return { paths: [...upload.bundle.keys()], read: (path) => yaml.read(path, upload.bundle.get(path) ?? Buffer.alloc(0)) };
  const { bytes, isJson } = upload.legacy;
  const value = isJson ? parseJson(bytes) : await yaml.read('the file', bytes);
  const files = await readLegacy(value, kinds, askedKind, db);
  return { paths: Object.keys(files), read: (path) => Promise.resolve(files[path]) };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw bundleError('The file is no valid JSON');
  }
}
