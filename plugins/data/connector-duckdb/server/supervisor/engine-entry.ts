import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Arguments that make node run the engine: the built file beside the bundle, or the source through tsx. */
export function engineEntry(): readonly string[] {
  const built = fileURLToPath(new URL('./engine-process.js', import.meta.url));
  if (existsSync(built)) return [built];
  const source = fileURLToPath(new URL('../engine/engine-process.ts', import.meta.url));
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href, source];
}
