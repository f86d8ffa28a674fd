import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputFile } from 'esbuild';

/** Writes the one JavaScript file of a build as `<name>-<hash>.js`; answers the file name. */
export async function hashedOutput(outDir: string, name: string, outputs: readonly OutputFile[] | undefined): Promise<string> {
  const script = outputs?.find((output) => output.path.endsWith('.js'));
  if (!script) throw new Error(`The build of ${name} produced no script`);
  return writeHashed(outDir, name, 'js', script.contents);
}

/** Writes bytes under a name that changes with them. */
export async function writeHashed(outDir: string, name: string, extension: string, bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = `${name}-${hash}.${extension}`;
  await mkdir(outDir, { recursive: true });
  await writeFile(path.join(outDir, file), bytes);
  return file;
}
