import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';

const SKIPPED = new Set(['node_modules', 'dist', '.gen', 'fixtures', 'templates']);

/** TypeScript sources under the given folders, relative to the root, sorted. */
export function sourceFiles(folders: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const item of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (SKIPPED.has(item.name)) continue;
      const file = `${folder}/${item.name}`;
      if (item.isDirectory()) visit(file);
      else if (/\.tsx?$/.test(item.name)) found.push(file);
    }
  };
  folders.forEach(visit);
  return found.sort();
}

export const isTest = (file: string): boolean => /\.test(?:-d)?\.tsx?$/.test(file) || file.startsWith('tests/') || /\/testing\//.test(file.replace(/^host\/testing\//, ''));
