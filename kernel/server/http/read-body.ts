import type { IncomingMessage } from 'node:http';
import { HttpError, refuseDeep } from '@orrery/sdk/server';

/** Reads the whole body, at most `limit` bytes. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = (): HttpError => new HttpError(413, `Payload too large: at most ${limit} bytes are accepted here`);
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest is read and dropped: closing the connection now would lose the answer that says why.
      if (size > limit) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => request.complete || reject(new HttpError(400, 'Bad request')));
  });
}

/** Parsed body; `parts` for multipart forms. */
export interface ParsedBody {
  readonly body: unknown;
  readonly parts?: Readonly<Record<string, { readonly filename?: string; readonly data: Buffer }>>;
}

/** Decodes JSON, forms and multipart forms; other types are handed on as bytes. */
export async function parseBody(contentType: string, bytes: Buffer): Promise<ParsedBody> {
  if (bytes.length === 0) return { body: undefined };
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return { body: parseJson(bytes.toString('utf8')) };
  if (type === 'application/x-www-form-urlencoded') return { body: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) };
  if (type === 'multipart/form-data') return parseMultipart(contentType, bytes);
  return { body: bytes };
}

function parseJson(text: string): unknown {
  try {
    // Such a key could reach a prototype through a careless merge.
    const value: unknown = /__proto__|\\u005f/i.test(text) ? JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value)) : JSON.parse(text);
    return refuseDeep(value, text.length);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'Request is not JSON');
  }
}

async function parseMultipart(contentType: string, bytes: Buffer): Promise<ParsedBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new HttpError(400, 'The multipart form cannot be read');
  });
  const entries = await Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? ([name, { data: Buffer.from(value) }] as const)
        : ([name, { filename: value.name, data: Buffer.from(await value.arrayBuffer()) }] as const),
    ),
  );
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  return { body: fields, parts: Object.fromEntries(entries) };
}
