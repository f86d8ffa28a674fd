import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { HttpError } from '@orrery/sdk/server';
import type { HttpRequest } from '@orrery/sdk/server';
import type { UploadFile } from '../../contract.ts';
import { readMultipart } from './read-multipart.ts';

/** Longest text of a field, in bytes. */
const MAX_FIELD_BYTES = 256 * 1024;

/** A form whose file is on disk. */
export interface SpooledForm {
  readonly fields: ReadonlyMap<string, string>;
  /** The part called `file`; undefined when there is none. */
  readonly file: UploadFile | undefined;
}

/** Reads a form as it arrives; the file goes to `folder`, the fields stay in memory. */
export async function spoolForm(request: HttpRequest, folder: string, limit: number): Promise<SpooledForm> {
  if (!request.stream) throw new Error('The route must be declared with rawBody');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fields = new Map<string, string>();
  const target = path.join(folder, 'upload');
  let handle: FileHandle | undefined;
  let file: UploadFile | undefined;
  try {
    await readMultipart(request.stream, request.headers['content-type'] ?? '', limit, {
      part(name, filename) {
        if (filename === undefined) return fieldPart(name, fields);
        if (name !== 'file' || file) return { write: () => undefined, end: () => undefined };
        let bytes = 0;
        return {
          async write(chunk) {
            handle ??= await open(target, 'w', 0o600);
            for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
            bytes += chunk.length;
          },
          async end() {
            handle ??= await open(target, 'w', 0o600);
            file = { path: target, name: filename, bytes, folder };
          },
        };
      },
    });
  } finally {
    await handle?.close();
  }
  return { fields, file };
}

function fieldPart(name: string, fields: Map<string, string>): { write(chunk: Buffer): void; end(): void } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    write(chunk) {
      size += chunk.length;
      if (size > MAX_FIELD_BYTES) throw new HttpError(413, `The field ${name.slice(0, 100)} is too long`);
      chunks.push(Buffer.from(chunk));
    },
    end: () => void fields.set(name, Buffer.concat(chunks).toString('utf8')),
  };
}
