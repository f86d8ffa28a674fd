import type { ResourceContext } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { TaggedType, TagTables } from '../contract.ts';
import { TagType } from '../contract.ts';

type Db = Kysely<TagTables>;

/** The tags as tables; resources see their database without names. */
export function tagsOf(db: ResourceContext['db']): Db {
  return db as unknown as Db;
}

/** Ids of the custom tags of these names, made where there are none yet. */
export async function ensureTags(db: Db, names: readonly string[], by: { readonly userId: number | null; readonly now: number }): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const name of [...new Set(names.map((each) => each.trim()).filter((each) => each !== ''))]) {
    const known = await db.selectFrom('tag').select('id').where('name', '=', name).executeTakeFirst();
    const row = { name, type: TagType.custom, description: null, created_on: by.now, changed_on: by.now, created_by_fk: by.userId, changed_by_fk: by.userId };
    ids.push(known?.id ?? (await db.insertInto('tag').values(row as TagTables['tag']).returning('id').executeTakeFirstOrThrow()).id);
  }
  return ids;
}

/** Puts tags on one object; those it has already stay. */
export async function tagObject(db: Db, tagIds: readonly number[], object: { readonly type: TaggedType; readonly id: number }): Promise<void> {
  if (tagIds.length === 0) return;
  const rows = tagIds.map((tag_id) => ({ tag_id, object_id: object.id, object_type: object.type }));
  await db.insertInto('tagged_object').values(rows).onConflict((conflict) => conflict.doNothing()).execute();
}

/** Makes exactly these objects carry a tag. */
export async function setObjects(db: Db, tagId: number, objects: readonly { readonly type: TaggedType; readonly id: number }[]): Promise<void> {
  await db.deleteFrom('tagged_object').where('tag_id', '=', tagId).execute();
  for (const object of objects) await tagObject(db, [tagId], object);
}

/** Makes exactly these custom tags be on an object; tags of other kinds are not people's to change. Answers false when a tag does not exist. */
export async function setCustomTags(db: Db, object: { readonly type: TaggedType; readonly id: number }, tagIds: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(tagIds)];
  const known = wanted.length > 0 ? await db.selectFrom('tag').select(['id', 'type']).where('id', 'in', wanted).execute() : [];
  if (known.length < wanted.length) return false;
  await db
    .deleteFrom('tagged_object')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('tag_id', 'in', (from) => from.selectFrom('tag').select('id').where('type', '=', TagType.custom))
    .execute();
  await tagObject(db, known.filter((tag) => tag.type === TagType.custom).map((tag) => tag.id), object);
  return true;
}
