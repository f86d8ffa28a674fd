import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isPluginError } from '@orrery/sdk';
import type { IndexedPlugin, Logger, PluginManifest } from '@orrery/sdk';
import type { MetadataStore, Migration } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { BundlePolicy } from './bundle-policy.ts';
import { policyRefusal } from './bundle-policy.ts';
import { ingestBundle } from './ingest-bundle.ts';
import type { PluginIndex } from './plugin-index.ts';
import { readSwitches } from './plugin-switches.ts';

/** Tables of the plugin administration. */
export interface BundleTables {
  dynamic_plugins: {
    id: number;
    name: string;
    key: string;
    /** What the administrator typed. */
    source_url: string;
    /** `<id>/<version>/<hash>/<entry file>` under the plugins folder. */
    served: string;
    manifest: string;
    files: string;
    created_on: number;
    changed_on: number;
  };
  plugin_switches: { plugin_id: string; reason: string };
}

export const BUNDLE_MIGRATIONS: readonly Migration[] = [
  {
    name: '2026-11-01-dynamic-plugins',
    async up(db, { withId }) {
      await withId(db.schema.createTable('dynamic_plugins'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('key', 'varchar(60)', (column) => column.notNull().unique())
        .addColumn('source_url', 'text', (column) => column.notNull())
        .addColumn('served', 'text', (column) => column.notNull())
        .addColumn('manifest', 'text', (column) => column.notNull())
        .addColumn('files', 'text', (column) => column.notNull())
        .addColumn('created_on', 'bigint', (column) => column.notNull())
        .addColumn('changed_on', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('plugin_switches')
        .addColumn('plugin_id', 'varchar(60)', (column) => column.primaryKey())
        .addColumn('reason', 'text', (column) => column.notNull())
        .execute();
    },
  },
];

type Row = BundleTables['dynamic_plugins'];

/** An entry of `GET /dynamic-plugins/api/read` (census PLUG-09), with our own fields beside. */
export interface DynamicPluginEntry {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly bundle_url: string;
}

/** Adds, removes and switches plugins at run time, and keeps the index current. */
export class DynamicPlugins {
  private switching: Promise<void> = Promise.resolve();
  /** Plugins that were added before the policy forbade them, with the rule. */
  private refused: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly options: {
      readonly metadata: MetadataStore;
      readonly index: PluginIndex;
      /** Absolute folder that `/dynamic-plugins/files/` serves. */
      readonly pluginsDir: string;
      readonly applicationRoot: string;
      readonly policy?: BundlePolicy;
      readonly log: Logger;
      /** Makes the server half follow a switch; `reason` is undefined when the plugin is on. */
      switchServerHalf(pluginId: string, reason: string | undefined): Promise<void>;
      /** Told of all run-time plugins whenever they change. */
      onDidRefresh?(plugins: readonly IndexedPlugin[]): void;
      validate(manifest: unknown): Promise<readonly string[]> | readonly string[];
    },
  ) {}

  /** The rule by which the policy keeps a plugin out that was added before; undefined when it may run. */
  refusal(pluginId: string): string | undefined {
    return this.refused.get(pluginId);
  }

  private get db() {
    return this.options.metadata.db<BundleTables>();
  }

  /** Reads the store into the index. Other processes call it when told of a change. */
  async refresh(): Promise<void> {
    const rows = await this.db.selectFrom('dynamic_plugins').selectAll().orderBy('id').execute();
    const present = rows.filter((row) => {
      const there = existsSync(path.join(this.options.pluginsDir, row.served));
      if (!there) this.options.log.warn('The files of a dynamic plugin are gone; add it again', { plugin: row.key });
      return there;
    });
    const rules = present.map((row) => [row.key, policyRefusal(this.options.policy ?? {}, new URL(row.source_url))] as const);
    this.refused = new Map(rules.flatMap(([key, rule]) => (rule === undefined ? [] : [[key, rule]])));
    const plugins = present.map((row) => ({ ...toIndexed(row), disabled: this.refused.get(row.key) }));
    this.options.onDidRefresh?.(plugins);
    this.options.index.setDynamic(plugins, await readSwitches(this.options.metadata));
  }

  async list(): Promise<DynamicPluginEntry[]> {
    const rows = await this.db.selectFrom('dynamic_plugins').selectAll().orderBy('id').execute();
    return rows.map((row) => this.toEntry(row));
  }

  /** Ingests and registers; throws HttpError 422 with the field at fault and the reason. */
  async add(input: { readonly name: string; readonly key: string; readonly bundle_url: string }, replaceId?: number): Promise<DynamicPluginEntry> {
    const taken = await this.db.selectFrom('dynamic_plugins').select('id').where('key', '=', input.key).executeTakeFirst();
    if (taken && taken.id !== replaceId) throw new HttpError(422, { message: { key: [`A plugin with the key "${input.key}" exists already. Update it instead.`] } });
    const bundle = await ingestBundle({ key: input.key, bundleUrl: input.bundle_url, pluginsDir: this.options.pluginsDir, policy: this.options.policy, validate: this.options.validate }).catch((error: unknown) => {
      if (!isPluginError(error)) throw error;
      throw new HttpError(422, { message: { [error.code === 'MANIFEST_ID_MISMATCH' ? 'key' : 'bundle_url']: [error.message] }, code: error.code }, error);
    });
    const now = Date.now();
    const values = {
      name: input.name,
      key: input.key,
      source_url: input.bundle_url,
      served: `${bundle.folder}/${bundle.entryFile}`,
      manifest: JSON.stringify({ ...bundle.manifest, entry: { ...bundle.manifest.entry, web: bundle.entryFile } }),
      files: JSON.stringify(bundle.files),
      changed_on: now,
    };
    const row =
      replaceId === undefined
        ? await this.db.insertInto('dynamic_plugins').values({ ...values, created_on: now } as Row).returningAll().executeTakeFirstOrThrow()
        : await this.db.updateTable('dynamic_plugins').set(values).where('id', '=', replaceId).returningAll().executeTakeFirst();
    if (!row) throw new HttpError(404, 'Not found');
    await this.refresh();
    return this.toEntry(row);
  }

  async remove(id: number): Promise<void> {
    const row = await this.db.deleteFrom('dynamic_plugins').where('id', '=', id).returning('key').executeTakeFirst();
    if (!row) throw new HttpError(404, 'Not found');
    await this.db.deleteFrom('plugin_switches').where('plugin_id', '=', row.key).execute();
    await this.refresh();
  }

  /** Switches any plugin but a required one off or on for everybody; one switch after the other, so that all parts end up agreeing. */
  setEnabled(pluginId: string, enabled: boolean, reason: string): Promise<void> {
    const done = this.switching.then(() => this.turn(pluginId, enabled, reason));
    this.switching = done.catch(() => {});
    return done;
  }

  private async turn(pluginId: string, enabled: boolean, reason: string): Promise<void> {
    const plugin = this.options.index.byIds([pluginId], 'en').find((item) => item.manifest.id === pluginId);
    if (!plugin) throw new HttpError(404, 'Not found');
    if (plugin.required && !enabled) throw new HttpError(422, { message: { enabled: [`${plugin.manifest.displayName} is required and cannot be disabled.`] } });
    const rule = enabled && plugin.source === 'dynamic' ? this.refusal(pluginId) : undefined;
    if (rule !== undefined) throw new HttpError(422, { message: { enabled: [rule] } });
    await this.db.deleteFrom('plugin_switches').where('plugin_id', '=', pluginId).execute();
    if (!enabled) await this.db.insertInto('plugin_switches').values({ plugin_id: pluginId, reason }).execute();
    await this.refresh();
    await this.options.switchServerHalf(pluginId, enabled ? undefined : reason);
  }

  private toEntry(row: Row): DynamicPluginEntry {
    return { id: row.id, name: row.name, key: row.key, bundle_url: `${this.options.applicationRoot.replace(/\/$/, '')}/dynamic-plugins/files/${row.served}` };
  }
}

function toIndexed(row: Row): IndexedPlugin {
  const files = JSON.parse(row.files) as Record<string, string>;
  return {
    manifest: JSON.parse(row.manifest) as PluginManifest,
    source: 'dynamic',
    tier: 'trusted',
    baseUrl: `dynamic-plugins/files/${row.served.slice(0, row.served.lastIndexOf('/') + 1)}`,
    integrity: Object.fromEntries(Object.entries(files).filter(([name]) => /\.(?:js|mjs|css)$/.test(name))),
  };
}

/** Reads a plugin's texts from its built folder; a language it lacks falls back to English. */
export function readManifestTexts(folderOf: (plugin: IndexedPlugin) => string): (plugin: IndexedPlugin, language: string) => Readonly<Record<string, string>> {
  const cache = new Map<string, Readonly<Record<string, string>>>();
  const read = (file: string): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  };
  return (plugin, language) => {
    const key = `${plugin.baseUrl}|${language}`;
    const known = cache.get(key);
    if (known) return known;
    const folder = folderOf(plugin);
    const texts = { ...read(path.join(folder, 'locales/en.json')), ...(language === 'en' ? {} : read(path.join(folder, `locales/${language}.json`))) };
    cache.set(key, texts);
    return texts;
  };
}
