import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { readRegistry, writeRegistry } from '../registry/registry-file.ts';
import { scaffold, TEMPLATES } from './scaffold.ts';
import type { TemplateKind } from './scaffold.ts';

const USAGE = `npm run create-plugin -- <${TEMPLATES.join(' | ')}> <name> [--dir <folder>]
  name     words in kebab case, e.g. lollipop
  --dir    folder to write; inside the repository the plugin joins plugin-registry.json,
           outside it becomes a package of its own that builds from the packed SDK`;

const [kind, name, ...rest] = process.argv.slice(2);
const dir = rest[0] === '--dir' ? rest[1] : undefined;
if (!TEMPLATES.includes(kind as TemplateKind) || !name || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 34) {
  console.error(USAGE);
  process.exit(2);
}
const folder = path.resolve(root, dir ?? `plugins/${kind === 'viz' ? 'viz' : 'app'}/${name}`);
if (existsSync(folder)) {
  console.error(`${folder} exists already; choose another name or folder.`);
  process.exit(1);
}
const relative = path.relative(root, folder);
const inside = !relative.startsWith('..') && !path.isAbsolute(relative);
const plugin = await scaffold({ kind: kind as TemplateKind, name, folder, standalone: !inside });
if (inside) {
  const registry = await readRegistry();
  await writeRegistry({ ...registry, plugins: [...registry.plugins, { id: plugin.id, source: `workspace:${relative.split(path.sep).join('/')}` }] });
}
console.log(`${plugin.id} is in ${relative || folder}.
Next:
  ${inside ? `npx vitest run ${relative}      its test passes` : `cd ${relative} && npm install && npm test && npm run build`}
  ${inside ? 'npm run dev                 shows it in the app and swaps it in as you edit' : 'serve dist/ over http, then add its plugin.js on the Plugins page'}`);
