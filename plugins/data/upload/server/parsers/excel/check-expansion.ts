import { open } from 'node:fs/promises';
import { archiveProblem, withArchive } from '../archive/open-archive.ts';

/** Bytes a workbook may expand to; the library that reads it holds them outside the memory its thread is limited to. */
const MAX_BYTES = 400 * 1024 * 1024;

/** Refuses workbooks that expand beyond measure, whatever their directory says. Workbooks of the old format do not expand. */
export async function checkExpansion(path: string): Promise<void> {
  const handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  if (buffer.toString('latin1') !== 'PK') return;
  await withArchive(path, MAX_BYTES, async ({ entries, content }) => {
    for (const entry of entries) {
      if (entry.fileName.endsWith('/')) continue;
      // Reading to the end is the check: an entry with more bytes than its directory says fails.
      const stream = await content(entry);
      await new Promise<void>((resolve, reject) => stream.on('error', (error: Error) => reject(archiveProblem(error))).on('end', resolve).resume());
    }
  });
}
