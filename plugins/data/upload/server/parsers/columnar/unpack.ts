import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadFile } from '../../../contract.ts';
import { uploadError } from '../../upload-error.ts';
import { archiveProblem, withArchive } from '../archive/open-archive.ts';

const MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** Parquet files of an archive, written under names of our own. Refuses archives that expand beyond measure. */
export function unpack(file: UploadFile): Promise<readonly string[]> {
  return withArchive(file.path, MAX_BYTES, async ({ entries, content }) => {
    const wanted = entries.filter(({ fileName }) => /\.parquet$/i.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName));
    if (wanted.length === 0) throw uploadError('The archive holds no .parquet file.');
    const paths: string[] = [];
    for (const [at, entry] of wanted.entries()) {
      const target = path.join(file.folder, `part-${at}.parquet`);
      await pipeline(await content(entry), createWriteStream(target, { mode: 0o600 })).catch((error: unknown) => {
        throw archiveProblem(error);
      });
      paths.push(target);
    }
    return paths;
  });
}
