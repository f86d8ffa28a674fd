import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PluginManifest } from '@orrery/sdk';
import { SDK_VERSION } from '@orrery/sdk';
import { CORE_POINTS, validateManifest } from '@orrery/kernel/common';
import { root } from './paths.ts';
import { readRegistry, workspaceFolder } from './registry/registry-file.ts';

/** Every manifest of the registry against the schema composed from all extension points, and every text key against the catalogues. */
export async function checkManifests(): Promise<string[]> {
  const registry = await readRegistry();
  const problems: string[] = [];
  const plugins = registry.plugins.flatMap((entry) => {
    const folder = workspaceFolder(entry);
    if (!folder) return [];
    const file = path.join(root, folder, 'plugin.json');
    if (!existsSync(file)) {
      problems.push(`plugin-registry.json names ${entry.id}, but ${folder}/plugin.json does not exist`);
      return [];
    }
    return [{ entry, folder, manifest: JSON.parse(readFileSync(file, 'utf8')) as PluginManifest }];
  });
  const declarations = [...CORE_POINTS, ...plugins.flatMap(({ manifest }) => manifest.extensionPoints ?? [])];
  for (const { entry, folder, manifest } of plugins) {
    if (manifest.id !== entry.id) problems.push(`${folder}/plugin.json has the id ${manifest.id}; the registry says ${entry.id}`);
    for (const problem of validateManifest(manifest, declarations)) {
      problems.push(`${folder}/plugin.json ${problem.path}: ${problem.message}${problem.suggestion ? ` Did you mean "${problem.suggestion}"?` : ''}`);
    }
    problems.push(...checkTexts(folder, manifest));
  }
  const sdkPackage = JSON.parse(readFileSync(path.join(root, 'sdk/package.json'), 'utf8')) as { version: string };
  if (sdkPackage.version !== SDK_VERSION) problems.push(`sdk/package.json is ${sdkPackage.version}, SDK_VERSION is ${SDK_VERSION}`);
  return problems;
}

/** Languages of the product; each plugin with texts is complete in all of them. */
const LANGUAGES = ['en', 'de'];

function checkTexts(folder: string, manifest: PluginManifest): string[] {
  const problems: string[] = [];
  const used = [...JSON.stringify(manifest).matchAll(/"%([^%"\s]+)%"/g)].map((match) => match[1] ?? '');
  const catalogues = LANGUAGES.map((language) => {
    const file = path.join(root, folder, 'locales', `${language}.json`);
    return { language, texts: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : undefined };
  });
  if (used.length === 0 && catalogues.every(({ texts }) => !texts)) return [];
  const english = Object.keys(catalogues[0]?.texts ?? {});
  for (const { language, texts } of catalogues) {
    const have = new Set(Object.keys(texts ?? {}));
    const missing = [...new Set([...used, ...english])].filter((key) => !have.has(key));
    if (missing.length > 0) problems.push(`${folder}/locales/${language}.json lacks ${missing.slice(0, 8).join(', ')}${missing.length > 8 ? ` and ${missing.length - 8} more` : ''}`);
  }
  return problems;
}
