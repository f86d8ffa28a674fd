import type { JsonObject, User } from '@orrery/sdk';
import type { Kysely } from 'kysely';
import type { BundleCompanion, WrittenAsset } from '../../../import-export/contract.ts';
import type { TaggedType, TagTables } from '../../contract.ts';
import { TagType } from '../../contract.ts';
import { ensureTags, setCustomTags } from '../tag-objects.ts';

/** Kinds of assets whose files name their tags (contract §13). */
const TAGGED: Readonly<Record<string, { readonly type: TaggedType; readonly view: string }>> = {
  charts: { type: 'chart', view: 'Chart' },
  dashboards: { type: 'dashboard', view: 'Dashboard' },
};

/** Databases bound the number of values of one statement. */
const IDS_AT_ONCE = 500;
const MAX_NAME = 250;

/** What tags need of their surroundings. */
export interface TagRooms {
  /** Flag TAGGING_SYSTEM. */
  readonly isOn: boolean;
  can(user: User, permission: string, view: string): boolean;
}

interface TagEntry {
  readonly tag_name: string;
  readonly description?: string | null;
}

/** How tags travel: their names in the files of charts and dashboards, their descriptions in tags.yaml. */
export function tagsCompanion({ isOn, can }: TagRooms): BundleCompanion {
  return {
    schema: {
      type: 'object',
      required: ['tags'],
      properties: {
        tags: {
          type: 'array',
          items: { type: 'object', required: ['tag_name'], properties: { tag_name: { type: 'string', minLength: 1, maxLength: MAX_NAME }, description: { type: ['string', 'null'] } } },
        },
      },
    },
    async export(assets, { db, isAll }) {
      if (!isOn) return undefined;
      const tags = db.as<TagTables>();
      const names = new Map<string, string[]>();
      for (const [kind, { type }] of Object.entries(TAGGED)) {
        for (const { object_id, name } of await linksOf(tags, type, assets[kind] ?? [])) {
          const key = `${kind}:${object_id}`;
          names.set(key, [...(names.get(key) ?? []), name]);
        }
      }
      const used = new Set([...names.values()].flat());
      const known = await tags.selectFrom('tag').select(['name', 'description']).where('type', '=', TagType.custom).orderBy('name').execute();
      const listed = known.filter(({ name }) => isAll || used.has(name)).map(({ name, description }) => ({ tag_name: name, description }));
      return {
        ...(listed.length > 0 ? { content: { tags: listed } } : {}),
        keysOf: (kind, id): JsonObject => (kind in TAGGED ? { tags: names.get(`${kind}:${id}`) ?? [] } : {}),
      };
    },
    async import(file, assets, { user, db, now, isAll }) {
      if (!isOn) {
        for (const asset of assets) if (tagNames(asset).length > 0) asset.warn('Its tags were left out: tagging is off (feature flag TAGGING_SYSTEM).');
        return;
      }
      const tags = db.as<TagTables>();
      const mayMake = can(user, 'can_write', 'Tag');
      const entries = new Map(((file?.['tags'] ?? []) as readonly TagEntry[]).map((entry) => [entry.tag_name.trim(), entry.description ?? null]));
      const by = { userId: user.id, now };
      if (isAll && mayMake) await makeTags(tags, [...entries.keys()], entries, by);
      for (const asset of assets) {
        const kind = TAGGED[asset.kind];
        if (!kind || !Array.isArray(asset.content['tags'])) continue;
        const wanted = tagNames(asset);
        if (!mayMake && !can(user, 'can_tag', kind.view)) {
          if (wanted.length > 0) asset.warn('Its tags were left out: you may not tag.');
          continue;
        }
        const ids = mayMake ? await makeTags(tags, wanted, entries, by) : await knownTags(tags, wanted);
        if (ids.length < wanted.length) asset.warn('Tags that are not here yet were left out: you may not create tags.');
        await setCustomTags(tags, { type: kind.type, id: asset.id }, ids);
      }
    },
  };
}

/** The tags a file names. */
function tagNames({ content }: WrittenAsset): readonly string[] {
  const given = Array.isArray(content['tags']) ? (content['tags'] as readonly unknown[]) : [];
  const names = given.filter((name): name is string => typeof name === 'string').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== '' && name.length <= MAX_NAME))];
}

async function linksOf(db: Kysely<TagTables>, type: TaggedType, ids: readonly number[]): Promise<readonly { readonly object_id: number; readonly name: string }[]> {
  const links: { object_id: number; name: string }[] = [];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    links.push(
      ...(await db
        .selectFrom('tagged_object')
        .innerJoin('tag', 'tag.id', 'tagged_object.tag_id')
        .select(['object_id', 'tag.name'])
        .where('object_type', '=', type)
        .where('tag.type', '=', TagType.custom)
        .where('object_id', 'in', ids.slice(from, from + IDS_AT_ONCE))
        .orderBy('tag.name')
        .execute()),
    );
  }
  return links;
}

async function knownTags(db: Kysely<TagTables>, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return [];
  return (await db.selectFrom('tag').select('id').where('name', 'in', names).where('type', '=', TagType.custom).execute()).map(({ id }) => id);
}

/** Ids of the tags of these names, made where there are none; those without a description get the bundle's. */
async function makeTags(db: Kysely<TagTables>, names: readonly string[], descriptions: ReadonlyMap<string, string | null>, by: { readonly userId: number | null; readonly now: number }): Promise<readonly number[]> {
  const ids = await ensureTags(db, names, by);
  for (const name of names) {
    const description = descriptions.get(name);
    if (description) await db.updateTable('tag').set({ description }).where('name', '=', name).where('description', 'is', null).execute();
  }
  return ids;
}
