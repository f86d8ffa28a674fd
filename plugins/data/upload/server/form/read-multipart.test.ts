import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readMultipart } from './read-multipart.ts';

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly text: string;
}

async function parts(body: Buffer, type: string, { chunk = body.length, limit = 1_000_000 } = {}): Promise<Part[]> {
  const found: Part[] = [];
  const chunks = Array.from({ length: Math.ceil(body.length / chunk) }, (_, at) => body.subarray(at * chunk, (at + 1) * chunk));
  await readMultipart(Readable.from(chunks), type, limit, {
    part(name, filename) {
      const bytes: Buffer[] = [];
      return { write: (piece) => void bytes.push(Buffer.from(piece)), end: () => void found.push({ name, filename, text: Buffer.concat(bytes).toString('latin1') }) };
    },
  });
  return found;
}

async function formOf(form: FormData): Promise<{ body: Buffer; type: string }> {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return { body: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type') ?? '' };
}

describe('multipart forms', () => {
  const form = new FormData();
  form.set('type', 'csv');
  form.set('empty', '');
  form.set('file', new File(['a\r\n--not the mark\r\n-', '\r\n\r\n'], 'ünï "x".csv'));
  form.set('last', 'ü');

  it.each([1, 2, 3, 7, 61, 10_000])('are the same whatever the size of the chunks: %i', async (chunk) => {
    const { body, type } = await formOf(form);
    expect(await parts(body, type, { chunk })).toEqual([
      { name: 'type', filename: undefined, text: 'csv' },
      { name: 'empty', filename: undefined, text: '' },
      { name: 'file', filename: 'ünï "x".csv', text: 'a\r\n--not the mark\r\n-\r\n\r\n' },
      { name: 'last', filename: undefined, text: 'Ã¼' },
    ]);
  });

  it('refuse what is cut short, has no mark, or is too large', async () => {
    const { body, type } = await formOf(form);
    await expect(parts(body.subarray(0, -10), type)).rejects.toMatchObject({ status: 400 });
    await expect(parts(body, 'multipart/form-data')).rejects.toMatchObject({ status: 400 });
    await expect(parts(body, 'application/json')).rejects.toMatchObject({ status: 400 });
    await expect(parts(body, type, { limit: 100 })).rejects.toMatchObject({ status: 413 });
    await expect(parts(Buffer.concat([body.subarray(0, 80), Buffer.alloc(100_000, 'x')]), type)).rejects.toMatchObject({ status: 400 });
  });
});
