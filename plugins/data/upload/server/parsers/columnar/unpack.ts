import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import type { UploadFile } from '../../../contract.ts';
import { uploadError } from '../../upload-error.ts';

const MAX_ENTRIES = 1000;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;

const refusal = (error: unknown): Error => uploadError(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);

/** Parquet files of an archive, written under names of our own. Refuses archives that expand beyond measure. */
export async function unpack(file: UploadFile): Promise<readonly string[]> {
  const { open } = await import('yauzl');
  const archive = await new Promise<ZipFile>((resolve, reject) =>
    open(file.path, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true, autoClose: false }, (error, opened) => (error ? reject(refusal(error)) : resolve(opened))),
  );
  try {
    if (archive.entryCount > MAX_ENTRIES) throw uploadError(`The archive holds ${archive.entryCount} entries; at most ${MAX_ENTRIES} are accepted.`);
    const entries = (await directory(archive)).filter(({ fileName }) => /\.parquet$/i.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName));
    const bytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (bytes > MAX_BYTES) throw uploadError(`The archive expands to ${bytes} bytes; at most ${MAX_BYTES} are accepted.`);
    if (entries.length === 0) throw uploadError('The archive holds no .parquet file.');
    const paths: string[] = [];
    for (const [at, entry] of entries.entries()) {
      const target = path.join(file.folder, `part-${at}.parquet`);
      await pipeline(await contentOf(archive, entry), createWriteStream(target, { mode: 0o600 })).catch((error: unknown) => {
        throw refusal(error);
      });
      paths.push(target);
    }
    return paths;
  } finally {
    archive.close();
  }
}

function directory(archive: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    archive.on('error', (error: Error) => reject(refusal(error)));
    archive.on('end', () => resolve(entries));
    archive.on('entry', (entry: Entry) => {
      entries.push(entry);
      archive.readEntry();
    });
    archive.readEntry();
  });
}

function contentOf(archive: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => archive.openReadStream(entry, (error, stream) => (error ? reject(refusal(error)) : resolve(stream))));
}
