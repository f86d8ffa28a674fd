import { buffer } from 'node:stream/consumers';
import { HttpError } from '@orrery/sdk/server';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { readZip } from './read-zip.ts';

type Entry = readonly [name: string, content: string | Buffer, mode?: number];

function pack(...entries: readonly Entry[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content, mode] of entries) archive.addBuffer(Buffer.from(content), name, mode === undefined ? {} : { mode });
  archive.end();
  return buffer(archive.outputStream);
}

/** The archive with a name replaced by another of the same length, everywhere. */
function renamed(archive: Buffer, from: string, to: string | Buffer): Buffer {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) Buffer.from(to).copy(bytes, at);
  return bytes;
}

/** Offsets of the entries of the central directory. */
function directory(archive: Buffer): number[] {
  const found: number[] = [];
  for (let at = archive.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 1, 'latin1')) found.push(at);
  return found;
}

/** The refusal's message; fails when there is none, or when it is no refusal. */
async function refusal(archive: Buffer | Promise<Buffer>, limits?: Parameters<typeof readZip>[2]): Promise<string> {
  const error = await readZip(await archive, () => true, limits).then(() => undefined, (cause: unknown) => cause);
  expect(error).toBeInstanceOf(HttpError);
  expect((error as HttpError).status).toBe(422);
  return ((error as HttpError).body as { errors: readonly { message: string }[] }).errors[0]?.message ?? '';
}

describe('[promises 52, 53] archives', () => {
  it('reads what is wanted', async () => {
    const archive = await pack(['root/a.yaml', 'a: 1'], ['root/b.txt', 'no']);
    const files = await readZip(archive, (path) => path.endsWith('.yaml'));
    expect([...files].map(([path, content]) => [path, content.toString()])).toEqual([['root/a.yaml', 'a: 1']]);
  });

  it.each([
    ['..', 'root/evil.yaml', '../../evil.yml'],
    ['an absolute path', 'root/evil.yaml', '/root/evil.yml'],
    ['a Windows path', 'root/evil.yaml', 'root\\evil.yaml'],
    ['a drive', 'root/evil.yaml', 'C:/t/evil.yaml'],
    ['an empty part', 'root/evil.yaml', 'root//vil.yaml'],
    ['a dot part', 'root/evil.yaml', 'root/./il.yaml'],
    ['a NUL', 'root/evil.yaml', 'root/e\u0000il.yaml'],
  ])('refuses names with %s', async (_what, from, to) => {
    expect(await refusal(renamed(await pack([from, 'x']), from, to))).toMatch(/unsafe name|unreadable name|invalid relative path|absolute path|invalid characters/);
  });

  it('refuses names that are no UTF-8', async () => {
    const archive = renamed(await pack(['root/ü.yaml', 'x']), 'root/ü.yaml', Buffer.from([...Buffer.from('root/'), 0xc3, 0x28, ...Buffer.from('.yaml')]));
    expect(await refusal(archive)).toContain('unreadable name');
  });

  it('refuses links and devices', async () => {
    expect(await refusal(pack(['root/link.yaml', '/etc/passwd', 0o120777]))).toContain('link');
    expect(await refusal(pack(['root/pipe.yaml', '', 0o010644]))).toContain('link or device');
  });

  it('refuses the same name twice, whatever its case', async () => {
    expect(await refusal(pack(['root/a.yaml', 'x'], ['root/A.yaml', 'y']))).toContain('twice');
  });

  it('refuses encrypted entries', async () => {
    const archive = await pack(['root/a.yaml', 'x']);
    for (const at of directory(archive)) archive.writeUInt16LE(archive.readUInt16LE(at + 8) | 1, at + 8);
    expect(await refusal(archive)).toContain('encrypted');
  });

  it('refuses overlapping entries', async () => {
    const archive = await pack(['root/a.yaml', 'x'.repeat(500)], ['root/b.yaml', 'x'.repeat(500)]);
    const [first, second] = directory(archive) as [number, number];
    archive.writeUInt32LE(archive.readUInt32LE(first + 42), second + 42);
    expect(await refusal(archive)).toContain('overlap');
  });

  it('refuses too many entries before looking at them', async () => {
    expect(await refusal(pack(...Array.from({ length: 12 }, (_, index): Entry => [`root/${index}.yaml`, 'x'])), { entries: 10, fileBytes: 100, totalBytes: 1000, ratio: 100, freeBytes: 1000 })).toContain('12 entries');
  });

  it('refuses bombs by what they say', async () => {
    const limits = { entries: 10, fileBytes: 400_000, totalBytes: 500_000, ratio: 20, freeBytes: 1000 };
    expect(await refusal(pack(['root/a.yaml', Buffer.alloc(450_000)]), limits)).toContain('larger than 400000');
    expect(await refusal(pack(['root/a.yaml', Buffer.alloc(300_000)], ['root/b.yaml', Buffer.alloc(300_000)]), { ...limits, ratio: 10_000 })).toContain('more than 500000 bytes');
    expect(await refusal(pack(['root/a.yaml', Buffer.alloc(300_000)]), limits)).toContain('20 times');
  });

  it('refuses bombs that lie about their size', async () => {
    const archive = await pack(['root/a.yaml', Buffer.alloc(3_000_000)]);
    for (const at of directory(archive)) archive.writeUInt32LE(10, at + 24);
    expect(await refusal(archive)).toContain('cannot be read');
  });

  it('refuses what is broken', async () => {
    const archive = await pack(['root/a.yaml', 'some content that is long enough to be packed, some content that is long enough']);
    expect(await refusal(archive.subarray(0, archive.length - 30))).toContain('cannot be read');
    const bent = Buffer.from(archive);
    bent.fill(0xff, 45, 60);
    expect(await refusal(bent)).toContain('cannot be read');
  });

  it('takes little time and memory for a bomb of many megabytes', async () => {
    const archive = await pack(['root/a.yaml', Buffer.alloc(60_000_000)]);
    const before = process.memoryUsage().rss;
    const started = performance.now();
    await refusal(archive);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});
