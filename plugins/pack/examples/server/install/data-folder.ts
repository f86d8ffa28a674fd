import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Folder of the npm package's data files; undefined when the package is not installed. */
export function dataFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve('vega-datasets');
    const folder = path.join(path.dirname(entry), '..', 'data');
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
