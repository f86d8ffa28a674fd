import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Texts of one plugin: key → text, in English and in the wanted language. */
export interface Catalogue {
  readonly english: Readonly<Record<string, string>>;
  readonly translated: Readonly<Record<string, string>>;
}

/**
 * The texts of all plugins beside this one: `<plugins>/<group>/<name>/locales/<language>.json`, in the order of their folders.
 * Plugins that lack the language are left out; none at all means that nobody speaks it. Languages are given as `de` or `pt-BR`.
 */
export async function readCatalogues(pluginsFolder: string, language: string): Promise<readonly Catalogue[]> {
  const groups = await foldersIn(pluginsFolder);
  const plugins = (await Promise.all(groups.map(foldersIn))).flat();
  const catalogues = await Promise.all(
    plugins.map(async (folder): Promise<readonly Catalogue[]> => {
      const [english, translated] = await Promise.all([readTexts(folder, 'en'), readTexts(folder, language)]);
      return english && translated ? [{ english, translated }] : [];
    }),
  );
  return catalogues.flat();
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name)).toSorted();
}

async function readTexts(folder: string, language: string): Promise<Readonly<Record<string, string>> | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, 'locales', `${language}.json`), 'utf8')) as Record<string, string>;
  } catch {
    return undefined;
  }
}
