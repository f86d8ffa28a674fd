import type { ContributionReader, JsonObject, User } from '@orrery/sdk';
import type { Secrets } from '@orrery/sdk/server';
import { SECRET_MASK } from '../contract.ts';
import type { SettingsGroup, SettingsService } from '../contract.ts';
import { defaultsOf, publicNames, secretPaths } from '../common/schema-parts.ts';
import { mergeValues, withValueAt } from '../common/value-at.ts';
import type { SettingGroup } from './groups/setting-groups.ts';
import { settingGroups } from './groups/setting-groups.ts';
import { sealContext } from './store/change-settings.ts';
import type { SettingStore, StoredSettings } from './store/setting-store.ts';
import { EVERYBODY } from './store/setting-tables.ts';

type Stored = (owner: number, groupId: string) => StoredSettings;

/** Everything that reads settings. */
export interface SettingsReader extends SettingsService {
  /** A group as the API answers it, for one user. */
  describe(group: SettingGroup, user: User, stored: Stored): SettingsGroup;
  /** What holds where a group's own values say nothing. */
  defaults(group: SettingGroup, stored: Stored): JsonObject;
  /** Values of all plugins for a page of this user: no defaults, no secrets. */
  forPage(user: User): Promise<Readonly<Record<string, JsonObject>>>;
}

/** Whose values a group holds for a user; undefined for people without an account, who have none of their own. */
export function ownerOf(group: SettingGroup, user: { readonly id: number | null }): number | undefined {
  return group.scope === 'admin' ? EVERYBODY : (user.id ?? undefined);
}

const ownersFor = (user?: { readonly id: number | null }): readonly number[] => (user?.id ? [EVERYBODY, user.id] : [EVERYBODY]);

/** A property that became a secret after its value was stored is not let out. */
function withoutSecrets(group: SettingGroup, values: JsonObject): JsonObject {
  return secretPaths(group.schema).reduce((rest, path) => withValueAt(rest, path, undefined), values);
}

/** Sealed values of the group's secrets as its schema has them now. */
function sealedOf(group: SettingGroup, { secrets }: StoredSettings): readonly (readonly [path: string, sealed: string])[] {
  return secretPaths(group.schema).flatMap((path) => (secrets[path] === undefined ? [] : [[path, secrets[path]] as const]));
}

/** Creates the reader. */
export function createSettingsReader(points: ContributionReader, store: SettingStore, secrets: Secrets): SettingsReader {
  const valuesOf = (group: SettingGroup, user: { readonly id: number | null } | undefined, stored: Stored): JsonObject => {
    const owner = ownerOf(group, user ?? { id: null });
    return owner === undefined ? {} : withoutSecrets(group, stored(owner, group.id).values);
  };
  const groupsOf = (pluginId: string) => settingGroups(points).filter(({ plugin }) => plugin === pluginId);
  const merge = (parts: readonly JsonObject[]): JsonObject => parts.reduce(mergeValues, {});

  const defaults = (group: SettingGroup, stored: Stored): JsonObject => {
    const own = defaultsOf(group.schema);
    if (group.scope === 'admin') return own;
    // A person's default is what their administrators set for the same name.
    const above = merge(groupsOf(group.plugin).filter(({ scope }) => scope === 'admin').map((other) => mergeValues(defaultsOf(other.schema), valuesOf(other, undefined, stored))));
    const names = new Set(Object.keys(((group.schema as JsonObject)['properties'] as JsonObject | undefined) ?? {}));
    return mergeValues(own, withoutSecrets(group, Object.fromEntries(Object.entries(above).filter(([name]) => names.has(name)))));
  };

  return {
    defaults,
    describe(group, user, stored) {
      const owner = ownerOf(group, user) ?? -1;
      const masked = sealedOf(group, stored(owner, group.id)).reduce((values, [path]) => withValueAt(values, path, SECRET_MASK), valuesOf(group, user, stored));
      return { id: group.id, plugin: group.plugin, scope: group.scope, values: masked, defaults: defaults(group, stored) };
    },
    async get(pluginId, user) {
      const stored = await store.read(ownersFor(user));
      const groups = groupsOf(pluginId);
      const all = merge([...groups.map(({ schema }) => defaultsOf(schema)).reverse(), ...groups.map((group) => valuesOf(group, user, stored))]);
      return groups.reduce((values, group) => {
        const owner = ownerOf(group, user ?? { id: null });
        if (owner === undefined) return values;
        return sealedOf(group, stored(owner, group.id)).reduce((sum, [path, text]) => withValueAt(sum, path, JSON.parse(secrets.open(text, sealContext(group.id, owner, path)))), values);
      }, all);
    },
    async forPage(user) {
      const groups = settingGroups(points);
      if (groups.length === 0) return {};
      const stored = await store.read(ownersFor(user));
      const pages: Record<string, JsonObject> = {};
      for (const group of groups) {
        const values = valuesOf(group, user, stored);
        const shown = user.isAnonymous ? Object.fromEntries(Object.entries(values).filter(([name]) => publicNames(group.schema).includes(name))) : values;
        if (Object.keys(shown).length > 0) pages[group.plugin] = mergeValues(pages[group.plugin] ?? {}, shown);
      }
      return pages;
    },
  };
}
