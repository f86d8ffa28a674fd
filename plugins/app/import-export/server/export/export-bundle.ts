import type { JsonObject, User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { AssetDb, CompanionExport, ExportContext, ExportedAsset, ExportSelection } from '../../contract.ts';
import type { AssetKindReader } from '../asset-kinds.ts';
import { bundleMetadata } from '../bundle/bundle-metadata.ts';
import { importOrder } from '../bundle/kind-graph.ts';
import { METADATA_FILE } from '../bundle/read-bundle.ts';
import { fileName } from '../bundle/secure-name.ts';
import { createYamlThread } from '../yaml/create-yaml-thread.ts';
import type { YamlThread } from '../yaml/create-yaml-thread.ts';

/** What to export. `askedKind` undefined: everything. */
export interface ExportRequest {
  readonly askedKind: string | undefined;
  readonly ids: readonly number[];
  readonly user: User;
  readonly at: Date;
  readonly db: AssetDb;
}

/** Assets of a bundle by kind and id. */
type Collected = ReadonlyMap<string, ReadonlyMap<number, ExportedAsset>>;

/** Texts of a bundle's files by path inside its root folder. Throws the contract's 404 when an id is not there for the user. */
export async function exportBundle(kinds: AssetKindReader, { askedKind, ids, user, at, db }: ExportRequest): Promise<ReadonlyMap<string, string>> {
  const all = kinds.all();
  const order = importOrder(all, askedKind).map(({ kind }) => kind);
  const wanted = new Map<string, Set<number>>();
  const done = new Map<string, Map<number, ExportedAsset>>();
  const context = (isAsked: boolean): ExportContext => ({
    user,
    db,
    isAsked,
    askedKind,
    async uuidsOf(kind, of) {
      const loaded = of.length === 0 ? undefined : await kinds.load(kind);
      return new Map(((await loaded?.transfer.identify({ ids: of }, db)) ?? []).map(({ id, uuid }) => [id, uuid]));
    },
  });

  async function collect(kind: string, selection: ExportSelection, isAsked: boolean): Promise<readonly ExportedAsset[]> {
    const loaded = await kinds.load(kind);
    const assets = (await loaded?.transfer.export(selection, context(isAsked))) ?? [];
    const known = done.get(kind) ?? new Map<number, ExportedAsset>();
    done.set(kind, known);
    for (const asset of assets) {
      known.set(asset.id, asset);
      for (const [other, needed] of Object.entries(asset.needs ?? {})) {
        if (!order.includes(other)) continue;
        const set = wanted.get(other) ?? new Set<number>();
        wanted.set(other, set);
        for (const id of needed) set.add(id);
      }
    }
    return assets;
  }

  if (askedKind === undefined) {
    for (const kind of order) await collect(kind, 'all', true);
  } else {
    const found = await collect(askedKind, ids, true);
    if (found.length < new Set(ids).size) throw new HttpError(404, 'Not found');
    for (;;) {
      const next = order.find((kind) => missing(wanted.get(kind), done.get(kind)).length > 0);
      if (next === undefined) break;
      const asked = missing(wanted.get(next), done.get(next));
      await collect(next, asked, false);
      // What is gone is not asked for again.
      for (const id of asked) if (!done.get(next)?.has(id)) wanted.get(next)?.delete(id);
    }
  }
  const type = all.find(({ kind }) => kind === askedKind)?.metadataType ?? 'assets';
  const companions = await companionsOf(kinds, done, { db, isAll: askedKind === undefined });
  const yaml = createYamlThread();
  try {
    return await writeFiles(yaml, order, done, companions, bundleMetadata(type, at));
  } finally {
    yaml.dispose();
  }
}

function missing(wanted: ReadonlySet<number> | undefined, done: ReadonlyMap<number, ExportedAsset> | undefined): readonly number[] {
  return [...(wanted ?? [])].filter((id) => !done?.has(id)).sort((a, b) => a - b);
}

/** What companions add, by the name of their file. */
async function companionsOf(kinds: AssetKindReader, done: Collected, context: { readonly db: AssetDb; readonly isAll: boolean }): Promise<ReadonlyMap<string, CompanionExport>> {
  const assets = Object.fromEntries([...done].map(([kind, found]) => [kind, [...found.keys()]]));
  const added = await Promise.all((await kinds.companions()).map(async ({ file, companion }) => [file, await companion.export(assets, context)] as const));
  return new Map(added.flatMap(([file, more]) => (more ? [[file, more] as const] : [])));
}

async function writeFiles(yaml: YamlThread, order: readonly string[], done: Collected, companions: ReadonlyMap<string, CompanionExport>, metadata: JsonObject): Promise<ReadonlyMap<string, string>> {
  const files = new Map([[METADATA_FILE, await yaml.print(metadata)]]);
  const taken = new Set<string>();
  for (const kind of order) {
    for (const asset of [...(done.get(kind)?.values() ?? [])].sort((a, b) => a.id - b.id)) {
      const folder = [kind, ...(asset.folder ?? []).map((name) => fileName(name))].join('/');
      // Two names may become the same file name; nothing may be lost for that.
      const candidates = [fileName(asset.file, asset.withId ? asset.id : undefined), fileName(asset.file, asset.id), asset.uuid];
      const path = candidates.map((name) => `${folder}/${name}.yaml`).find((candidate) => !taken.has(candidate.toLowerCase())) ?? `${folder}/${asset.uuid}.yaml`;
      taken.add(path.toLowerCase());
      const more: JsonObject = Object.assign({}, ...[...companions.values()].map((companion) => companion.keysOf(kind, asset.id)));
      files.set(path, await yaml.print({ ...asset.content, ...more }));
    }
  }
  for (const [file, { content }] of companions) if (content) files.set(`${file}.yaml`, await yaml.print(content));
  return files;
}
