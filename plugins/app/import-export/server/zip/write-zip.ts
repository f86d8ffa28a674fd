import { buffer } from 'node:stream/consumers';

/** Packs texts by path. Time stamps of the entries are `at`, so that equal contents give equal archives. */
export async function writeZip(files: ReadonlyMap<string, string>, at: Date): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const archive = new ZipFile();
  for (const [path, text] of files) archive.addBuffer(Buffer.from(text, 'utf8'), path, { mtime: at, mode: 0o100644 });
  archive.end();
  return buffer(archive.outputStream);
}
