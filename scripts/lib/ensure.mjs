// Plain JavaScript without dependencies: it runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Stops with a sentence when this Node cannot run Orrery. */
export function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  console.error(`Orrery needs Node 20.19 or newer (not 21 or 22 before 22.12); this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs what package-lock.json names unless it is there already. */
export function ensureInstalled({ development }) {
  const stampFile = path.join(root, 'node_modules/.orrery-stamp');
  const lock = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex');
  const have = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split(' ') : [];
  if (have[0] === lock && (have[1] === 'all' || !development)) return;
  console.log('Installing packages …');
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', ...(development ? ['--include=dev'] : ['--omit=dev'])], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
  if (result.status !== 0) process.exit(result.status ?? 1);
  writeFileSync(stampFile, `${lock} ${development ? 'all' : 'runtime'}`);
}

/** Builds unless the last build was made from the same sources. */
export function ensureBuilt() {
  const stampFile = path.join(root, 'dist/.stamp');
  const stamp = sourceStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building …');
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Names, sizes and times of all sources; cheap, and it changes with any of them. */
function sourceStamp() {
  const hash = createHash('sha256');
  const visit = (folder) => {
    for (const item of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', '.gen', 'dist'].includes(item.name)) continue;
      const file = path.join(folder, item.name);
      if (item.isDirectory()) visit(file);
      else {
        const { size, mtimeMs } = statSync(file);
        hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const folder of ['kernel', 'sdk', 'host', 'plugins', 'scripts/build']) visit(path.join(root, folder));
  for (const file of ['package-lock.json', 'plugin-registry.json', 'scripts/build.ts']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
