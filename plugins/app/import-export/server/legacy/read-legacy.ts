import { createHash } from 'node:crypto';
import type { AssetDb, LegacyContext, LegacyFiles } from '../../contract.ts';
import type { LoadedKind } from '../asset-kinds.ts';
import { bundleError } from '../bundle-error.ts';
import { METADATA_FILE } from '../bundle/read-bundle.ts';

/** A version 5 uuid's bits over a hash of the names. */
function uuidFor(...names: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(['v0', ...names])).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Today's files of a single file in the format v0, by the first of the kinds that knows it; its own kind is the last of
 * `kinds`, those it refers to come before. Throws the refusal when none does.
 */
export async function readLegacy(value: unknown, kinds: readonly LoadedKind[], askedKind: string | undefined, db: AssetDb): Promise<LegacyFiles> {
  const context: LegacyContext = {
    db,
    uuidFor,
    readAs: async (kind, part) => (await kinds.find((loaded) => loaded.kind.kind === kind)?.transfer.readLegacy?.(part, context)) ?? {},
    refuse(message) {
      throw bundleError(message, { [METADATA_FILE]: { _schema: [message] } });
    },
  };
  for (const { kind, transfer } of kinds) {
    if (askedKind !== undefined && kind.kind !== askedKind) continue;
    const files = await transfer.readLegacy?.(value, context);
    if (files && Object.keys(files).length > 0) return files;
  }
  throw bundleError(`Missing ${METADATA_FILE}: a single file must be an export of the format v0, and this is none that is known. Export again, as a ZIP bundle.`, {
    [METADATA_FILE]: { _schema: [`Missing ${METADATA_FILE}`] },
  });
}
