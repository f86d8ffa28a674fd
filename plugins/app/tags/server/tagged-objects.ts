import type { HttpRequest, MetadataStore } from '@orrery/sdk/server';
import { auditTime } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { ResourceService } from '../../../data/rest/contract.ts';
import type { TaggedType, TagTables } from '../contract.ts';
import { TAGGED_KINDS } from './tagged-kinds.ts';

type Cell = string | number | null;
type AnyDb = Kysely<Record<string, Record<string, Cell>>>;

interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
}

/** The visible objects that carry any of the tags, newest first (contract §1.7). No tag named means any tag. */
export async function taggedObjects(
  metadata: MetadataStore,
  resources: ResourceService,
  wanted: { readonly ids: readonly number[]; readonly names: readonly string[]; readonly types: readonly TaggedType[] },
  request: HttpRequest,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const db = metadata.db<TagTables>();
  const kinds = wanted.types.length > 0 ? [...new Set(wanted.types)] : (Object.keys(TAGGED_KINDS) as TaggedType[]);
  const lists = await Promise.all(
    kinds.map(async (type) => {
      let choice = db.selectFrom('tagged_object').innerJoin('tag', 'tag.id', 'tagged_object.tag_id').select('object_id').distinct().where('object_type', '=', type);
      if (wanted.ids.length > 0) choice = choice.where('tag.id', 'in', wanted.ids);
      else if (wanted.names.length > 0) choice = choice.where('tag.name', 'in', wanted.names);
      const tagged = (await choice.execute()).map((row) => row.object_id);
      const seen = [...(await resources.accessible(TAGGED_KINDS[type].table, tagged, 'see', request))];
      return describe(metadata, type, seen);
    }),
  );
  return lists.flat().sort((a, b) => String(b['changed_on']).localeCompare(String(a['changed_on'])));
}

async function describe(metadata: MetadataStore, type: TaggedType, ids: readonly number[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (ids.length === 0) return [];
  const kind = TAGGED_KINDS[type];
  const db = metadata.db<Record<string, Record<string, Cell>>>() as AnyDb;
  const [rows, links, owners] = await Promise.all([
    db.selectFrom(kind.table).select(['id', kind.name, 'changed_on', 'created_by_fk', ...kind.urlColumns]).where('id', 'in', ids).execute(),
    metadata.db<TagTables>().selectFrom('tagged_object').innerJoin('tag', 'tag.id', 'tagged_object.tag_id').select(['object_id', 'tag.id', 'tag.name', 'tag.type']).where('object_type', '=', type).where('object_id', 'in', ids).orderBy('tag.name').execute(),
    kind.owners ? db.selectFrom(kind.owners.table).select([kind.owners.column, 'user_id']).where(kind.owners.column, 'in', ids).execute() : [],
  ]);
  const people = await peopleOf(db, [...rows.map((row) => row['created_by_fk'] as Cell), ...owners.map((row) => row['user_id'] as Cell)]);
  return rows.map((row) => {
    const id = Number(row['id']);
    const creator = people.get(Number(row['created_by_fk'])) ?? null;
    const column = kind.owners?.column ?? '';
    return {
      id,
      type,
      name: row[kind.name],
      url: kind.url(row),
      changed_on: auditTime(Number(row['changed_on'])),
      created_by: creator,
      creator: creator ? `${creator.first_name} ${creator.last_name}`.trim() : '',
      tags: links.filter((link) => link.object_id === id).map((link) => ({ id: link.id, name: link.name, type: link.type })),
      owners: kind.owners ? owners.filter((owner) => Number(owner[column]) === id).flatMap((owner) => people.get(Number(owner['user_id'])) ?? []) : creator ? [creator] : [],
    };
  });
}

async function peopleOf(db: AnyDb, ids: readonly Cell[]): Promise<ReadonlyMap<number, Person>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('ab_user').select(['id', 'first_name', 'last_name']).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [Number(row['id']), { id: Number(row['id']), first_name: String(row['first_name']), last_name: String(row['last_name']) }]));
}
