import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { uploadError } from '../../upload-error.ts';

const MAX_ENTRIES = 1000;

/** What the archive library says is about the archive, never about us. */
export const archiveProblem = (error: unknown): Error => uploadError(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);

/** An archive on disk, its directory read. */
export interface OpenArchive {
  readonly entries: readonly Entry[];
  /** Bytes of an entry; fails when there are more than its directory says. */
  content(entry: Entry): Promise<Readable>;
}

/** Opens an archive for `work`. Rejects with HttpError 422 for what is none, and for too many entries or bytes. */
export async function withArchive<T>(path: string, maxBytes: number, work: (archive: OpenArchive) => Promise<T>): Promise<T> {
  const { open } = await import('yauzl');
  const archive = await new Promise<ZipFile>((resolve, reject) =>
    open(path, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false }, (error, opened) => (error ? reject(archiveProblem(error)) : resolve(opened))),
  );
  try {
    if (archive.entryCount > MAX_ENTRIES) throw uploadError(`The archive holds ${archive.entryCount} entries; at most ${MAX_ENTRIES} are accepted.`);
    const entries = await directory(archive);
    const bytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (bytes > maxBytes) throw uploadError(`The file expands to ${bytes} bytes; at most ${maxBytes} are accepted.`);
    return await work({
      entries,
      content: (entry) => new Promise((resolve, reject) => archive.openReadStream(entry, (error, stream) => (error ? reject(archiveProblem(error)) : resolve(stream)))),
    });
  } finally {
    archive.close();
  }
}

function directory(archive: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    archive.on('error', (error: Error) => reject(archiveProblem(error)));
    archive.on('end', () => resolve(entries));
    archive.on('entry', (entry: Entry) => {
      entries.push(entry);
      archive.readEntry();
    });
    archive.readEntry();
  });
}
