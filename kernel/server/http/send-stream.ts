import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

/** A stream answer, compressed so that each chunk reaches the reader at once. */
export function toResponseStream(
  source: Readable | AsyncIterable<string | Uint8Array>,
  contentType: string,
  acceptEncoding: string,
): { readonly stream: Readable; readonly encoding?: 'gzip' } {
  const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
  const lines = contentType.startsWith('application/x-ndjson');
  if (!lines || !/\bgzip\b/.test(acceptEncoding)) return { stream };
  // Without the flush a finished line would wait in the compressor for the next ones.
  const gzip = createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH });
  stream.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => stream.destroy());
  return { stream: stream.pipe(gzip), encoding: 'gzip' };
}
