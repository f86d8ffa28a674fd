import type { JsonObject } from '@orrery/sdk';
import type { BundleCompanion } from '../../contract.ts';
import type { AssetKindReader } from '../asset-kinds.ts';
import { bundleError } from '../bundle-error.ts';
import { checkSchema } from './check-schema.ts';
import type { FileReader } from './load-files.ts';

/** A companion with its file, where the bundle has it. */
export interface CompanionFile {
  readonly companion: BundleCompanion;
  readonly content: JsonObject | undefined;
}

/** Reads the files of all companions; refuses the bundle when one does not fit. */
export async function loadCompanions({ paths, read }: FileReader, { kinds, title }: { readonly kinds: AssetKindReader; readonly title: string }): Promise<readonly CompanionFile[]> {
  const loaded: CompanionFile[] = [];
  for (const { file, companion } of await kinds.companions()) {
    const path = [`${file}.yaml`, `${file}.yml`].find((candidate) => paths.includes(candidate));
    const content = path === undefined ? undefined : await read(path);
    const problems = path === undefined ? undefined : checkSchema(companion.schema, content);
    if (path !== undefined && problems) throw bundleError(title, { [path]: problems });
    loaded.push({ companion, content: content as JsonObject | undefined });
  }
  return loaded;
}
