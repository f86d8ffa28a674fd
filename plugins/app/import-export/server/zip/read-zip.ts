import type { Entry, ZipFile } from 'yauzl';
import { bundleError } from '../bundle-error.ts';
import { checkEntry, createZipGuard } from './check-entry.ts';
import { ZIP_LIMITS } from './zip-limits.ts';
import type { ZipLimits } from './zip-limits.ts';

/** Whether bytes begin as a ZIP archive, an empty one included. */
export function isZip(bytes: Buffer): boolean {
  const magic = bytes.subarray(0, 4).toString('latin1');
  return magic === 'PK\x03\x04' || magic === 'PK\x05\x06';
}

/**
 * Reads an archive into memory: files by their path. Nothing is ever written to disk. Refuses archives beyond the limits,
 * unsafe or duplicate names, links, encrypted or overlapping entries and lying sizes; everything is checked
 * from the directory before the first byte is expanded.
 */
export async function readZip(bytes: Buffer, wanted: (path: string) => boolean, limits: ZipLimits = ZIP_LIMITS): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await openArchive(bytes);
  try {
    if (archive.entryCount > limits.entries) throw bundleError(`The archive holds ${archive.entryCount} entries; at most ${limits.entries} are accepted`);
    const entries = await readDirectory(archive, bytes.length, limits);
    const files = new Map<string, Buffer>();
    for (const entry of entries) if (!entry.fileName.endsWith('/') && wanted(entry.fileName)) files.set(entry.fileName, await expand(archive, entry, limits));
    return files;
  } finally {
    archive.close();
  }
}

/** What the archive library says is about the archive, never about us. */
const refusal = (error: unknown): Error => bundleError(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`);

async function openArchive(bytes: Buffer): Promise<ZipFile> {
  const { fromBuffer } = await import('yauzl');
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false }, (error, archive) => (error ? reject(refusal(error)) : resolve(archive))),
  );
}

function readDirectory(archive: ZipFile, size: number, limits: ZipLimits): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const guard = createZipGuard(size, limits);
  return new Promise((resolve, reject) => {
    archive.on('error', (error: Error) => reject(refusal(error)));
    archive.on('end', () => {
      try {
        guard.finish();
        resolve(entries);
      } catch (error) {
        reject(error as Error);
      }
    });
    archive.on('entry', (entry: Entry) => {
      try {
        checkEntry(entry);
        guard.add(entry);
      } catch (error) {
        reject(error as Error);
        return;
      }
      entries.push(entry);
      archive.readEntry();
    });
    archive.readEntry();
  });
}

function expand(archive: ZipFile, entry: Entry, limits: ZipLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) return reject(refusal(error));
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limits.fileBytes) return void chunks.push(chunk);
        stream.destroy();
        reject(bundleError(`${entry.fileName} is larger than ${limits.fileBytes} bytes`));
      });
      stream.on('error', (cause: Error) => reject(refusal(cause)));
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}
