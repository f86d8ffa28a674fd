import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];

/** Copies the rows of a file; `filler` is put into blank lines, which the engine would pass over. */
export async function copyBody(from: string, start: number, to: string, filler: string | undefined): Promise<void> {
  const source = createReadStream(from, { start, highWaterMark: 1 << 20 });
  const target = createWriteStream(to, { mode: 0o600 });
  if (filler === undefined) return pipeline(source, target);
  let isQuoted = false;
  let isLineStart = true;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        const parts: Buffer[] = [];
        let done = 0;
        for (let at = 0; at < chunk.length; at += 1) {
          const byte = chunk[at];
          if (byte === QUOTE) isQuoted = !isQuoted;
          else if (byte === LINE_FEED && !isQuoted) {
            if (isLineStart) {
              parts.push(chunk.subarray(done, at), Buffer.from(filler));
              done = at;
            }
            isLineStart = true;
            continue;
          } else if (byte === RETURN) continue;
          isLineStart = false;
        }
        parts.push(chunk.subarray(done));
        yield Buffer.concat(parts);
      }
    },
    target,
  );
}
