import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { AssetDb, AssetSecrets } from '../../contract.ts';
import type { AssetKindReader, LoadedKind } from '../asset-kinds.ts';
import { requireMetadata } from '../bundle/bundle-metadata.ts';
import { importOrder } from '../bundle/kind-graph.ts';
import { METADATA_FILE } from '../bundle/read-bundle.ts';
import type { BundleFiles } from '../bundle/read-bundle.ts';
import { createYamlThread } from '../yaml/create-yaml-thread.ts';
import type { YamlThread } from '../yaml/create-yaml-thread.ts';
import { checkImported } from './check-imported.ts';
import { loadFiles } from './load-files.ts';
import { planImport } from './plan-import.ts';
import { createWarnings } from './warnings.ts';
import { writeAssets } from './write-assets.ts';

/** A bundle to import. */
export interface ImportRequest {
  readonly bundle: BundleFiles;
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
  const { bundle, askedKind } = request;
  const all = rooms.kinds.all();
  const asked = all.find(({ kind }) => kind === askedKind);
  const title = `Error importing ${asked?.noun.toLowerCase() ?? 'assets'}`;
  requireMetadata(await yaml.read(METADATA_FILE, bundle.get(METADATA_FILE) as Buffer), asked?.metadataType, title);

  const kinds = (await Promise.all(importOrder(all, askedKind).map(({ kind }) => rooms.kinds.load(kind)))).filter((kind): kind is LoadedKind => kind !== undefined);
  const warnings = createWarnings();
  const loaded = await loadFiles(bundle, { kinds, secretsOf: request.secretsOf, title, yaml }, warnings);
  if (loaded.every(({ files }) => files.length === 0)) throw new HttpError(400, 'No valid import files were found');

  await planImport(loaded, { ...request, title, permissions: rooms.permissions, db: openDb(rooms.metadata) });
  const ids = await rooms.metadata.transaction<unknown, ReadonlyMap<string, number>>((transaction) => {
    const db: AssetDb = { as: <T>() => transaction as unknown as Kysely<T> };
    return writeAssets(loaded, { request, title, warnings, kinds: rooms.kinds, dialect: rooms.metadata.dialect, db });
  });
  await checkImported(loaded, ids, warnings);
  return warnings.all();
}
