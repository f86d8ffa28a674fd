import { PassThrough, Readable, pipeline } from 'node:stream';
import yazl from 'yazl';

/** One file of a zip: its bytes, or where they come from once it is their turn. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | (() => AsyncIterable<Buffer> | Readable);
}

/** Level that costs little: rows of text shrink well at any. */
const COMPRESSION_LEVEL = 3;

/** A zip written while it is read; whatever goes wrong in an entry ends the zip, and the reader leaving ends the entry. */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  let open: Readable | undefined;
  const fail = (error: Error): void => void output.destroy(error);
  (zip as unknown as NodeJS.EventEmitter).on('error', fail);
  for (const { name, content } of entries) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, { compressionLevel: COMPRESSION_LEVEL });
    else {
      zip.addReadStreamLazy(name, { compressionLevel: COMPRESSION_LEVEL }, (ready) => {
        const source = content();
        open = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
        open.on('error', fail);
        ready(undefined, open);
      });
    }
  }
  zip.end();
  pipeline(zip.outputStream as Readable, output, () => open?.destroy());
  return output;
}
