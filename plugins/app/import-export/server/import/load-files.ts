import type { JsonObject } from '@orrery/sdk';
import type { AssetFile, AssetKindContribution, AssetSecrets, AssetTransfer } from '../../contract.ts';
import { bundleError } from '../bundle-error.ts';
import type { BundleProblems } from '../bundle-error.ts';
import { idInName } from '../bundle/secure-name.ts';
import { checkSchema, splitUnknown } from './check-schema.ts';
import type { Warnings } from './warnings.ts';

/** A kind with its code and its files, in the order they are imported. */
export interface KindFiles {
  readonly kind: AssetKindContribution;
  readonly transfer: AssetTransfer;
  readonly files: readonly AssetFile[];
}

/** The files of an upload. */
export interface FileReader {
  readonly paths: readonly string[];
  /** The value of a file. Rejects with the refusal of the file. */
  read(path: string): Promise<unknown>;
}

/** What {@link loadFiles} works with. */
export interface LoadInput {
  readonly kinds: readonly { readonly kind: AssetKindContribution; readonly transfer: AssetTransfer }[];
  readonly secretsOf: (path: string) => AssetSecrets;
  readonly title: string;
}

/** Reads the files of the given kinds; refuses the bundle with all problems of all files at once. */
export async function loadFiles({ paths, read }: FileReader, { kinds, secretsOf, title }: LoadInput, warnings: Warnings): Promise<readonly KindFiles[]> {
  const problems: Record<string, BundleProblems[string]> = {};
  const loaded: KindFiles[] = [];
  for (const { kind, transfer } of kinds) {
    const files = new Map<string, AssetFile>();
    for (const path of paths.filter((candidate) => candidate.startsWith(`${kind.kind}/`))) {
      const content = await read(path);
      const found = checkSchema(transfer.schema, content);
      if (found) {
        problems[path] = found;
        continue;
      }
      const { known, unknown } = splitUnknown(transfer.schema, content as JsonObject);
      if (unknown.length > 0) warnings.add(path, `Unknown keys were left out: ${unknown.join(', ')}`);
      const uuid = String(known['uuid']).toLowerCase();
      const file = { path, uuid, content: known, secrets: secretsOf(path) };
      const other = files.get(uuid);
      // Superset's own examples hold charts twice, an old file beside the one that replaced it: the one that says more counts.
      const [kept, left] = other && Object.keys(other.content).length >= Object.keys(known).length ? [other, file] : [file, other];
      files.set(uuid, kept);
      if (left) warnings.add(left.path, `Was left out: ${kept.path} has the same uuid`);
    }
    loaded.push({ kind, transfer, files: inOrder([...files.values()]) });
  }
  if (Object.keys(problems).length > 0) throw bundleError(title, problems);
  return loaded;
}

/** By the ids file names end in, so that new ids come in the order of the old; then those without. */
function inOrder(files: readonly AssetFile[]): readonly AssetFile[] {
  const key = ({ path }: AssetFile): number => idInName(path) ?? Number.POSITIVE_INFINITY;
  return [...files].sort((a, b) => (key(a) === key(b) ? (a.path < b.path ? -1 : 1) : key(a) - key(b)));
}
