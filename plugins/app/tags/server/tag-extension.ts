import type { User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ResourceExtension } from '../../../data/rest/contract.ts';
import { anyText } from '../../../data/rest/contract.ts';
import type { TaggedType } from '../contract.ts';
import { setCustomTags, tagsOf } from './tag-objects.ts';

/** What tags add to a resource: the relation, its filters, and writing it where the resource's body has `tags`. */
export function tagExtension(resource: string, type: TaggedType, mayTag: (user: User) => boolean): ResourceExtension {
  const tagged = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`t.id in (select o.object_id from tagged_object as o join tag as g on g.id = o.tag_id where o.object_type = ${type} and ${condition})`;
  return {
    fields: {
      tags: {
        relation: 'many',
        table: 'tag',
        through: { table: 'tagged_object', local: 'object_id', target: 'tag_id', only: { object_type: type } },
        columns: { id: 'id', name: 'name', type: 'type' },
      },
    },
    listColumns: ['tags.id', 'tags.name', 'tags.type'],
    showColumns: ['tags'],
    searchColumns: ['tags'],
    operators: {
      tags: {
        [`${resource}_tags`]: (value) => tagged(anyText(value, ['g.name'])),
        [`${resource}_tag_id`]: (value) => {
          const id = Number(value);
          if (!Number.isInteger(id) || Math.abs(id) > 2_147_483_647) throw new HttpError(400, `Not a valid rison schema the value of tags must be a tag's id`);
          return tagged(sql`g.id = ${id}`);
        },
      },
    },
    async didWrite(id, input, { db, user }) {
      const ids = input['tags'];
      if (!Array.isArray(ids)) return;
      const tags = tagsOf(db);
      const before = await tags.selectFrom('tagged_object').select('tag_id').where('object_type', '=', type).where('object_id', '=', id).execute();
      const isSame = before.length === new Set(ids).size && before.every(({ tag_id }) => ids.includes(tag_id));
      if (isSame) return;
      if (!mayTag(user)) throw new HttpError(403, `You do not have permission to manage tags on ${resource}s`);
      if (!(await setCustomTags(tags, { type, id }, ids as number[]))) throw new HttpError(422, { message: { tags: ['Some tags do not exist'] } });
    },
  };
}
