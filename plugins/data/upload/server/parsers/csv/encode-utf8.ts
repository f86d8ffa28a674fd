import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadFile } from '../../../contract.ts';

/** Encodings a text file may have: told by its mark, else UTF-8, else Latin-1 as Windows means it. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

async function encodingOf(file: string): Promise<Encoding> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
    // Without a mark: text that is mostly Latin has a zero in every second byte.
    const zeros = (offset: number): number => head.filter((byte, at) => at % 2 === offset && byte === 0).length;
    if (bytesRead >= 4 && zeros(1) > bytesRead / 4) return 'utf-16le';
    if (bytesRead >= 4 && zeros(0) > bytesRead / 4) return 'utf-16be';
  } finally {
    await handle.close();
  }
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The file as UTF-8 without a mark; `start` is where its text begins. */
export async function encodeUtf8(file: UploadFile): Promise<{ readonly path: string; readonly start: number }> {
  const encoding = await encodingOf(file.path);
  if (encoding === 'utf-8') {
    const handle = await open(file.path);
    const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 0).finally(() => handle.close());
    return { path: file.path, start: buffer.equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0 };
  }
  const target = path.join(file.folder, 'utf8.csv');
  const decoder = new TextDecoder(encoding);
  await pipeline(
    createReadStream(file.path, { highWaterMark: 1 << 18 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
      yield Buffer.from(decoder.decode());
    },
    createWriteStream(target, { mode: 0o600 }),
  );
  return { path: target, start: 0 };
}
