import { HttpError } from '@orrery/sdk/server';
import { bundleError } from '../bundle-error.ts';
import { isZip, readZip } from '../zip/read-zip.ts';
import { ZIP_LIMITS } from '../zip/zip-limits.ts';

/** The files of a bundle, their paths relative to its root folder. */
export type BundleFiles = ReadonlyMap<string, Buffer>;

export const METADATA_FILE = 'metadata.yaml';

/** Whether the bundle's readers care for a path: YAML of a name neither hidden nor private. Folders may be called anything. */
function isConfig(path: string): boolean {
  return /(?:^|\/)[^./_][^/]*\.ya?ml$/i.test(path);
}

/** What was uploaded: the files of a bundle, or the single JSON or YAML file of the format before version 1. */
export type Upload = { readonly bundle: BundleFiles } | { readonly legacy: { readonly bytes: Buffer; readonly isJson: boolean } };

/** Opens an upload: a ZIP with one root folder of any name, or none; or a single file, whose name says what it is. */
export async function readUpload(fileName: string, bytes: Buffer): Promise<Upload> {
  if (isZip(bytes)) return { bundle: await readBundle(bytes) };
  const extension = /\.(json|ya?ml)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (extension === undefined) throw bundleError('Not a ZIP file');
  if (bytes.length > ZIP_LIMITS.fileBytes) throw bundleError(`The file is larger than ${ZIP_LIMITS.fileBytes} bytes`);
  return { legacy: { bytes, isJson: extension === 'json' } };
}

async function readBundle(bytes: Buffer): Promise<BundleFiles> {
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
