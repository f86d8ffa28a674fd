import type { MetadataStore } from '@orrery/sdk/server';
import type { AssetDb, AssetFile, FileProblems, ImportContext, WrittenAsset } from '../../contract.ts';
import type { AssetKindReader } from '../asset-kinds.ts';
import { bundleError } from '../bundle-error.ts';
import { idInName } from '../bundle/secure-name.ts';
import type { ImportRequest } from './import-bundle.ts';
import { isUntouched, skipIds } from './keep-ids.ts';
import type { KindFiles } from './load-files.ts';
import { existingIds, replaces } from './plan-import.ts';
import type { Warnings } from './warnings.ts';

/** What writing a bundle needs. */
export interface WriteInput {
  readonly request: ImportRequest;
  readonly title: string;
  readonly warnings: Warnings;
  readonly kinds: AssetKindReader;
  readonly dialect: MetadataStore['dialect'];
  /** The transaction. */
  readonly db: AssetDb;
}

/** Ids above this in a file name are not taken over: they would use the numbers up. */
const MAX_KEPT_ID = 1_000_000;

/** What came of the files of a bundle. */
export interface WrittenAssets {
  /** Ids of all assets by path, those that stayed as they were included. */
  readonly ids: ReadonlyMap<string, number>;
  readonly written: readonly WrittenAsset[];
  /** Epoch ms of the import. */
  readonly now: number;
}

/** Writes the files kind by kind. Throws to undo everything. */
export async function writeAssets(loaded: readonly KindFiles[], input: WriteInput): Promise<WrittenAssets> {
  const now = Date.now();
  const written: WrittenAsset[] = [];
  const byPath = new Map<string, number>();
  const byUuid = new Map<string, number>();
  for (const entry of loaded) {
    if (entry.files.length === 0) continue;
    const { kind, transfer } = entry;
    const existing = await existingIds(entry, input.db);
    // Only where all names end in an id: else the digits may belong to a title.
    const keepsIds = entry.files.every(({ path }) => idInName(path) !== undefined) && (await isUntouched(input.db.as(), input.dialect, transfer.table));
    let kept = 0;
    for (const file of entry.files) {
      const existingId = existing.get(file.uuid);
      let id = existingId;
      if (id === undefined || replaces(kind.kind, input.request)) {
        const old = keepsIds ? idInName(file.path) : undefined;
        const newId = old !== undefined && old > kept && old <= MAX_KEPT_ID ? old : undefined;
        kept = newId ?? kept;
        const context = contextOf(file, now, byUuid, input);
        id = await transfer.import(file, { existingId, newId }, context);
        written.push({ kind: kind.kind, id, content: file.content, warn: context.warn });
      }
      byPath.set(file.path, id);
      byUuid.set(`${kind.kind}:${file.uuid}`, id);
    }
    if (kept > 0) await skipIds(input.db.as(), input.dialect, transfer.table);
  }
  return { ids: byPath, written, now };
}

function contextOf(file: AssetFile, now: number, byUuid: Map<string, number>, { request, title, warnings, kinds, db }: WriteInput): ImportContext {
  const refuse = (problems: FileProblems): never => {
    throw bundleError(title, { [file.path]: problems });
  };
  async function idOf(kind: string, uuid: string): Promise<number | undefined> {
    const key = `${kind}:${uuid.toLowerCase()}`;
    const imported = byUuid.get(key);
    if (imported !== undefined || !request.mayReferOutside) return imported;
    const other = await kinds.load(kind);
    const [found] = (await other?.transfer.identify({ uuids: [uuid.toLowerCase()] }, db)) ?? [];
    if (found) byUuid.set(key, found.id);
    return found?.id;
  }
  return {
    user: request.user,
    db,
    now,
    options: request.options,
    idOf,
    async requireId(kind, uuid, field) {
      const id = await idOf(kind, uuid);
      return id ?? refuse({ [field]: [`There is nothing with the uuid ${uuid} among the ${kind} of the bundle${request.mayReferOutside ? ' or of this server' : ''}`] });
    },
    warn: (message) => warnings.add(file.path, message),
    refuse,
  };
}
