import type { Readable } from 'node:stream';
import { HttpError } from '@orrery/sdk/server';

/** Takes the parts of a form one after the other. */
export interface MultipartSink {
  /** Called for each part; answers what takes its bytes. */
  part(name: string, filename: string | undefined): { write(chunk: Buffer): void | Promise<void>; end(): void | Promise<void> };
}

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 100;
const CRLF2 = Buffer.from('\r\n\r\n');

const broken = (): HttpError => new HttpError(400, 'The multipart form cannot be read');

function unquote(text: string | undefined): string | undefined {
  return text?.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\\(["\\])/g, '$1');
}

function readHead(head: string): { readonly name: string; readonly filename: string | undefined } {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const parameter = (key: string): string | undefined => {
    const match = new RegExp(`[;\\s]${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition);
    return unquote(match?.[1] ?? match?.[2]);
  };
  const name = parameter('name');
  if (name === undefined) throw broken();
  return { name, filename: parameter('filename') };
}

/** Reads a multipart form as it arrives, holding no more of it than a chunk. Rejects with HttpError 400 or, beyond `limit` bytes, 413. */
export async function readMultipart(stream: Readable, contentType: string, limit: number, sink: MultipartSink): Promise<void> {
  const [, quoted, bare] = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (!boundary) throw new HttpError(400, 'A multipart form is expected');
  const mark = Buffer.from(`\r\n--${boundary}`);
  // The first mark has no line before it.
  let rest: Buffer = Buffer.from('\r\n');
  let total = 0;
  let parts = 0;
  let state: 'preamble' | 'mark' | 'head' | 'body' | 'end' = 'preamble';
  let current: ReturnType<MultipartSink['part']> | undefined;

  /** Takes what can be taken of `rest`; false when more bytes are needed. */
  const step = async (): Promise<boolean> => {
    if (state === 'end') {
      rest = Buffer.alloc(0);
      return false;
    }
    if (state === 'mark') {
      if (rest.length < 2) return false;
      const next = rest.subarray(0, 2).toString('latin1');
      if (next === '--') state = 'end';
      else if (next === '\r\n') state = 'head';
      else throw broken();
      if (++parts > MAX_PARTS) throw broken();
      return true;
    }
    if (state === 'head') {
      const at = rest.indexOf(CRLF2);
      if (at > MAX_HEADER_BYTES || (at < 0 && rest.length > MAX_HEADER_BYTES)) throw broken();
      if (at < 0) return false;
      const { name, filename } = readHead(rest.subarray(0, at).toString('utf8'));
      current = sink.part(name, filename);
      rest = rest.subarray(at + CRLF2.length);
      state = 'body';
      return true;
    }
    const at = rest.indexOf(mark);
    const until = at >= 0 ? at : Math.max(0, rest.length - mark.length);
    if (state === 'body' && until > 0) await current?.write(rest.subarray(0, until));
    rest = rest.subarray(until);
    if (at < 0) return false;
    if (state === 'body') await current?.end();
    rest = rest.subarray(mark.length);
    state = 'mark';
    return true;
  };

  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > limit) throw new HttpError(413, `Payload too large: at most ${limit} bytes are accepted here`);
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      while (await step());
    }
    if ((state as string) !== 'end') throw broken();
  } catch (error) {
    // The rest is dropped: closing the connection now would lose the answer that says why.
    stream.resume();
    throw error instanceof HttpError || !(error instanceof Error && 'code' in error && error.code === 'ECONNRESET') ? error : broken();
  }
}
