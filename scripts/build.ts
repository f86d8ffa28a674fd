import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildHostWeb, integrityOf } from './build/build-host-web.ts';
import { buildPlugins } from './build/build-plugins.ts';
import { buildSdkWeb } from './build/build-sdk-web.ts';
import { buildServer, generateServerPlugins } from './build/build-server.ts';
import { buildVendor } from './build/build-vendor.ts';
import { compressFolder } from './build/compress.ts';
import { dist, root, staticDir } from './paths.ts';
import { startupProblem } from './registry/policy-problems.ts';
import { readRegistry, writeRegistry } from './registry/registry-file.ts';

const development = process.argv.includes('--development');
const started = Date.now();
const step = (text: string) => console.log(`build: ${text} (${((Date.now() - started) / 1000).toFixed(1)} s)`);

await rm(dist, { recursive: true, force: true });
const registry = await readRegistry();

const vendor = await buildVendor(path.join(staticDir, 'vendor'), development);
step('shared modules');
const sdk = await buildSdkWeb(path.join(staticDir, 'sdk'), development);
const host = await buildHostWeb(development);
await copyFile(path.join(root, 'host/web/assets/icon.svg'), path.join(staticDir, 'icon.svg'));
step('sdk and shell');
const plugins = await buildPlugins(registry, development);
step(`${plugins.index.length} plugins`);
const tooMany = startupProblem(registry.policy, plugins.index.map(({ manifest }) => manifest));
if (tooMany) throw new Error(tooMany);
await generateServerPlugins(registry);
await buildServer(development);
step('server');

const imports: Record<string, string> = {};
for (const [specifier, file] of Object.entries(vendor)) imports[specifier] = `static/vendor/${file}`;
for (const [specifier, file] of Object.entries(sdk)) imports[specifier] = `static/sdk/${file}`;
const integrity: Record<string, string> = {};
const scripts = (await readdir(path.join(staticDir, 'sdk'))).filter((file) => file.endsWith('.js')).map((file) => `static/sdk/${file}`);
for (const file of new Set([...Object.values(imports), ...scripts, ...host.scripts.map((script) => `static/${script}`), `static/${host.boot}`])) {
  integrity[file] = await integrityOf(file.replace(/^static\//, ''));
}
const page = {
  boot: `static/${host.boot}`,
  main: `static/${host.main}`,
  preload: host.preload.filter((file) => file !== host.main).map((file) => `static/${file}`),
  styles: host.styles.map((file) => `static/${file}`),
  imports,
  integrity,
};
await writeFile(path.join(dist, 'page.json'), JSON.stringify(page, null, 2));
await writeFile(path.join(dist, 'plugin-index.json'), JSON.stringify(plugins.index));
await writeFile(path.join(dist, 'plugin-policy.json'), JSON.stringify(registry.policy));
if (!development) {
  await compressFolder(staticDir, 11);
  step('compressed');
}
if (process.argv.includes('--write-registry')) {
  await writeRegistry({ ...registry, resolved: plugins.resolved });
  console.log(`build: plugin-registry.json resolved (${path.relative(root, 'plugin-registry.json')})`);
}
step('done');
