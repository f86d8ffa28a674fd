import { readFile, writeFile } from 'node:fs/promises';
import { registryFile } from '../paths.ts';
import { policyProblems } from './policy-problems.ts';

/** One plugin of this distribution, as people write it. */
export interface RegistryEntry {
  readonly id: string;
  /** `workspace:<folder>` or `npm:<package>@<version>`. */
  readonly source: string;
  readonly enabled?: boolean;
  /** The application cannot run without it. */
  readonly required?: boolean;
  readonly order?: number;
}

/** What the tool found; never written by hand. */
export interface ResolvedPlugin {
  readonly version: string;
  /** `sha384-…` of each built file. */
  readonly files: Readonly<Record<string, string>>;
  readonly tier: 'builtin' | 'trusted' | 'sandboxed';
  /** Gzip kilobytes of JavaScript and CSS. */
  readonly kb: number;
}

/** `plugin-registry.json`: intent and lock in one. */
export interface RegistryFile {
  readonly registryVersion: 1;
  readonly sdk: string;
  readonly policy: {
    readonly unsigned: 'deny' | 'sandbox' | 'allow';
    readonly tiers: Readonly<Record<string, string>>;
    /** Whether administrators may add plugins at run time; default `allow`. */
    readonly dynamic?: 'allow' | 'deny';
    /** Where the server may fetch plugins from that are added at run time: `https://cdn.acme.com`, `self` (its own public origin), `*`; default any. */
    readonly origins?: readonly string[];
    /** How many plugins may run code with every page (`activation: ["onStartup"]`); default any number. */
    readonly maxStartupPlugins?: number;
    readonly trustRoots: Readonly<Record<string, string>>;
  };
  readonly shared: readonly string[];
  readonly plugins: readonly RegistryEntry[];
  readonly resolved: Readonly<Record<string, ResolvedPlugin>>;
}

export async function readRegistry(file = registryFile): Promise<RegistryFile> {
  const registry = JSON.parse(await readFile(file, 'utf8')) as RegistryFile;
  if (registry.registryVersion !== 1) throw new Error(`${file}: registryVersion must be 1`);
  const problems = policyProblems(registry.policy);
  if (problems.length > 0) throw new Error(problems.map((problem) => `${file}: ${problem}`).join('\n'));
  return registry;
}

export async function writeRegistry(registry: RegistryFile, file = registryFile): Promise<void> {
  await writeFile(file, `${JSON.stringify(registry, null, 2)}\n`);
}

/** Folder of a workspace plugin relative to the root; undefined for other sources. */
export function workspaceFolder(entry: RegistryEntry): string | undefined {
  return entry.source.startsWith('workspace:') ? entry.source.slice('workspace:'.length) : undefined;
}
