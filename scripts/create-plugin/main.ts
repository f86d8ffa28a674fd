import { createPlugin } from './create-plugin.ts';
import { TEMPLATES } from './scaffold.ts';
import type { TemplateKind } from './scaffold.ts';

const USAGE = `npm run create-plugin -- <${TEMPLATES.join(' | ')}> <name> [--dir <folder>]
  name     words in kebab case, e.g. lollipop
  --dir    folder to write; inside the repository the plugin joins plugin-registry.json,
           outside it becomes a package of its own that builds from the packed SDK`;

const [kind, name, ...rest] = process.argv.slice(2);
const dir = rest[0] === '--dir' ? rest[1] : undefined;
if (!TEMPLATES.includes(kind as TemplateKind) || !name || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 34 || rest.length !== (dir === undefined ? 0 : 2)) {
  console.error(USAGE);
  process.exit(2);
}
try {
  const { id, folder, inside } = await createPlugin({ kind: kind as TemplateKind, name, dir });
  const next = inside
    ? [`npx vitest run ${inside}      its test passes`, 'npm run dev                 shows it in the app and swaps it in as you edit']
    : [`cd ${folder} && npm install && npm test && npm run build`, 'serve dist/ over http, then add its plugin.js on the Plugins page'];
  console.log(`${id} is in ${inside ?? folder}.\nNext:\n${next.map((line) => `  ${line}`).join('\n')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
