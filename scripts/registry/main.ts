import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PluginManifest } from '@orrery/sdk';
import { checkRegistry } from '../check-registry.ts';
import { root } from '../paths.ts';
import { readRegistry, workspaceFolder, writeRegistry } from './registry-file.ts';
import type { RegistryEntry, RegistryFile } from './registry-file.ts';

const USAGE = `npm run registry -- <command>
  add <folder | npm-package@version>   puts a plugin into this distribution
  remove <id>                          takes it out
  enable <id> | disable <id>           keeps it in the file, in or out of the build
  update                               builds and writes the resolved versions and hashes
  verify                               compares the resolved half with the build; --check does the same
  why <id>                             says where a plugin comes from and who depends on it`;

function manifestOf(entry: RegistryEntry): PluginManifest | undefined {
  const folder = workspaceFolder(entry) ?? path.join('node_modules', entry.source.replace(/^npm:/, '').replace(/(?<=.)@[^@]*$/, ''));
  const file = path.join(root, folder, 'plugin.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PluginManifest) : undefined;
}

function find(registry: RegistryFile, id: string | undefined): RegistryEntry {
  const entry = registry.plugins.find((plugin) => plugin.id === id);
  if (!entry) throw new Error(`plugin-registry.json has no plugin "${id ?? ''}". It has: ${registry.plugins.map((plugin) => plugin.id).join(', ')}`);
  return entry;
}

function patch(registry: RegistryFile, id: string | undefined, change: Partial<RegistryEntry>): RegistryFile {
  const entry = find(registry, id);
  if (entry.required && change.enabled === false) throw new Error(`${entry.id} is required and cannot be disabled`);
  return { ...registry, plugins: registry.plugins.map((plugin) => (plugin === entry ? { ...plugin, ...change } : plugin)) };
}

const COMMANDS: Readonly<Record<string, (registry: RegistryFile, argument: string | undefined) => Promise<RegistryFile | undefined>>> = {
  async add(registry, argument) {
    if (!argument) throw new Error('Name the folder of the plugin, or the package with its version');
    const isFolder = existsSync(path.join(root, argument, 'plugin.json'));
    if (!isFolder && !/^(?:@[\w.-]+\/)?[\w.-]+@\d/.test(argument)) throw new Error(`${argument} is neither a folder with a plugin.json nor package@version`);
    if (!isFolder) {
      const installed = spawnSync('npm', ['install', '--save-exact', argument], { cwd: root, stdio: 'inherit' });
      if (installed.status !== 0) throw new Error(`npm could not install ${argument}`);
    }
    const source = isFolder ? `workspace:${argument.replace(/\/$/, '')}` : `npm:${argument}`;
    const manifest = manifestOf({ id: '', source });
    if (!manifest) throw new Error(`${argument} has no plugin.json`);
    if (registry.plugins.some((plugin) => plugin.id === manifest.id)) throw new Error(`plugin-registry.json has a plugin "${manifest.id}" already`);
    return { ...registry, plugins: [...registry.plugins, { id: manifest.id, source }] };
  },
  async remove(registry, argument) {
    const entry = find(registry, argument);
    if (entry.required) throw new Error(`${entry.id} is required`);
    const { [entry.id]: _gone, ...resolved } = registry.resolved;
    return { ...registry, plugins: registry.plugins.filter((plugin) => plugin !== entry), resolved };
  },
  enable: async (registry, argument) => patch(registry, argument, { enabled: true }),
  disable: async (registry, argument) => patch(registry, argument, { enabled: false }),
  async update() {
    const built = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--write-registry'], { cwd: root, stdio: 'inherit' });
    if (built.status !== 0) throw new Error('The build failed; plugin-registry.json is unchanged');
    return undefined;
  },
  async verify() {
    const problems = await checkRegistry();
    if (problems.length > 0) throw new Error(problems.join('\n'));
    console.log('plugin-registry.json and the build agree');
    return undefined;
  },
  async why(registry, argument) {
    const entry = find(registry, argument);
    const resolved = registry.resolved[entry.id];
    const dependents = registry.plugins.filter((plugin) => manifestOf(plugin)?.dependencies?.[entry.id] !== undefined).map((plugin) => plugin.id);
    console.log(`${entry.id} ${resolved?.version ?? '(not built)'} from ${entry.source}${entry.required ? ', required' : ''}${entry.enabled === false ? ', disabled' : ''}`);
    console.log(resolved ? `tier ${resolved.tier}, ${resolved.kb} kB gzip, ${Object.keys(resolved.files).length} files` : 'run npm run registry -- update');
    console.log(dependents.length > 0 ? `needed by ${dependents.join(', ')}` : 'no plugin depends on it');
    return undefined;
  },
};

const [name = '', argument] = process.argv.slice(2).map((text) => (text === '--check' ? 'verify' : text));
const command = COMMANDS[name];
if (!command) {
  console.error(USAGE);
  process.exit(2);
}
try {
  const next = await command(await readRegistry(), argument);
  if (next) await writeRegistry(next);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
