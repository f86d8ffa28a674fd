import type { JsonObject } from '@orrery/sdk';
import type { AssetFile, AssetKindContribution, AssetSecrets, AssetTransfer } from '../../contract.ts';
import { bundleError } from '../bundle-error.ts';
import type { BundleProblems } from '../bundle-error.ts';
import type { BundleFiles } from '../bundle/read-bundle.ts';
import { idInName } from '../bundle/secure-name.ts';
import type { YamlThread } from '../yaml/create-yaml-thread.ts';
import { checkSchema, splitUnknown } from './check-schema.ts';
import type { Warnings } from './warnings.ts';

/** A kind with its code and its files, in the order they are imported. */
export interface KindFiles {
  readonly kind: AssetKindContribution;
  readonly transfer: AssetTransfer;
  readonly files: readonly AssetFile[];
}

/** What {@link loadFiles} works with. */
export interface LoadInput {
  readonly kinds: readonly { readonly kind: AssetKindContribution; readonly transfer: AssetTransfer }[];
  readonly secretsOf: (path: string) => AssetSecrets;
  readonly title: string;
  readonly yaml: YamlThread;
}

/** Reads the files of the given kinds; refuses the bundle with all problems of all files at once. */
export async function loadFiles(bundle: BundleFiles, { kinds, secretsOf, title, yaml }: LoadInput, warnings: Warnings): Promise<readonly KindFiles[]> {
  const problems: Record<string, BundleProblems[string]> = {};
  const loaded: KindFiles[] = [];
  for (const { kind, transfer } of kinds) {
    const files: AssetFile[] = [];
    const paths = new Map<string, string>();
    for (const path of [...bundle.keys()].filter((candidate) => candidate.startsWith(`${kind.kind}/`))) {
      const content = await yaml.read(path, bundle.get(path) as Buffer);
      const found = checkSchema(transfer.schema, content);
      if (found) {
        problems[path] = found;
        continue;
      }
      const { known, unknown } = splitUnknown(transfer.schema, content as JsonObject);
      if (unknown.length > 0) warnings.add(path, `Unknown keys were left out: ${unknown.join(', ')}`);
      const uuid = String(known['uuid']).toLowerCase();
      const other = paths.get(uuid);
      if (other !== undefined) {
        // Superset's own examples do this; the first one counts there too.
        warnings.add(path, `Was left out: ${other} has the same uuid`);
        continue;
      }
      paths.set(uuid, path);
      files.push({ path, uuid, content: known, secrets: secretsOf(path) });
    }
    loaded.push({ kind, transfer, files: inOrder(files) });
  }
  if (Object.keys(problems).length > 0) throw bundleError(title, problems);
  return loaded;
}

/** By the ids file names end in, so that new ids come in the order of the old; then those without. */
function inOrder(files: readonly AssetFile[]): readonly AssetFile[] {
  const key = ({ path }: AssetFile): number => idInName(path) ?? Number.POSITIVE_INFINITY;
  return [...files].sort((a, b) => (key(a) === key(b) ? (a.path < b.path ? -1 : 1) : key(a) - key(b)));
}
