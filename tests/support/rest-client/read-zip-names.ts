import { fromBuffer } from 'yauzl';
import type { Entry } from 'yauzl';

/** Names of the files in a ZIP. */
export function readZipNames(bytes: Uint8Array): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), (error, archive) => {
      if (error) return reject(error);
      const names: string[] = [];
      archive.on('entry', (entry: Entry) => void names.push(entry.fileName));
      archive.on('end', () => resolve(names));
      archive.on('error', reject);
    });
  });
}
