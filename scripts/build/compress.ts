import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MIN_BYTES = 1024;

/** Writes `.br` and `.gz` beside every text file of a folder, so that the server never compresses a static file. */
export async function compressFolder(folder: string, quality: number): Promise<void> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((item) => item.isFile() && /\.(?:js|css|json|svg|html)$/.test(item.name))
    .map((item) => path.join(item.parentPath, item.name));
  for (const name of names) {
    if (existsSync(`${name}.br`)) continue;
    const bytes = await readFile(name);
    if (bytes.length < MIN_BYTES) continue;
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, options), promisify(gzip)(bytes, { level: 9 })]);
    await writeFile(`${name}.br`, br);
    await writeFile(`${name}.gz`, gz);
  }
}
