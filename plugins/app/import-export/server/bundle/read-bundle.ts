import { HttpError } from '@orrery/sdk/server';
import { bundleError } from '../bundle-error.ts';
import { isZip, readZip } from '../zip/read-zip.ts';

/** The files of a bundle, their paths relative to its root folder. */
export type BundleFiles = ReadonlyMap<string, Buffer>;

export const METADATA_FILE = 'metadata.yaml';

/** Whether the bundle's readers care for a path: YAML, and no part hidden or private. */
function isConfig(path: string): boolean {
  const parts = path.split('/');
  return /\.ya?ml$/i.test(path) && !parts.some((part) => part.startsWith('.') || part.startsWith('_'));
}

/**
 * Opens an uploaded bundle: a ZIP with one root folder of any name, or none. A single JSON or YAML file is the export
 * format before version 1, which is refused by name.
 */
export async function readBundle(fileName: string, bytes: Buffer): Promise<BundleFiles> {
  if (!isZip(bytes)) {
    if (/\.(?:json|ya?ml)$/i.test(fileName)) {
      throw bundleError(`Missing ${METADATA_FILE}: a single file is the export format v0, which cannot be imported. Export again, as a ZIP bundle.`, {
        [METADATA_FILE]: { _schema: [`Missing ${METADATA_FILE}`] },
      });
    }
    throw bundleError('Not a ZIP file');
  }
  const found = await readZip(bytes, isConfig);
  if (found.size === 0) throw new HttpError(400, 'No valid import files were found');
  const root = rootOf([...found.keys()]);
  const files = new Map<string, Buffer>();
  for (const [path, content] of found) if (path.startsWith(root)) files.set(path.slice(root.length), content);
  if (!files.has(METADATA_FILE)) throw bundleError(`Missing ${METADATA_FILE}`, { [METADATA_FILE]: { _schema: [`Missing ${METADATA_FILE}`] } });
  return files;
}

/** The folder metadata.yaml is in, the outermost when there are several; else the first folder. */
function rootOf(paths: readonly string[]): string {
  const [metadata] = paths
    .filter((path) => path === METADATA_FILE || path.endsWith(`/${METADATA_FILE}`))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  return metadata === undefined ? '' : metadata.slice(0, -METADATA_FILE.length);
}
