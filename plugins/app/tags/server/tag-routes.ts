import type { HttpRequest, RouteDefinition, ServerPluginContext } from '@orrery/sdk/server';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { ResourceService } from '../../../data/rest/contract.ts';
import type { TaggedType, TagTables } from '../contract.ts';
import { TagType } from '../contract.ts';
import { ensureTags, tagObject } from './tag-objects.ts';
import { chooseObjects, nameOf, tagBody } from './tag-resource.ts';
import { taggedObjects } from './tagged-objects.ts';
import { kindNamed, objectInPath, TAGGED_KINDS } from './tagged-kinds.ts';

interface TagInput {
  readonly name: string;
  readonly description?: string | null;
  readonly objects_to_tag?: readonly (readonly [string, number])[];
}

/** What is beside the generic resource (contract §1.7). Paths are below `/tag`. */
export function tagRoutes(ctx: ServerPluginContext, resources: ResourceService): readonly RouteDefinition[] {
  const write = ['can_write', 'Tag'] as const;
  const db = ctx.metadata.db<TagTables>();

  /** Makes a tag, or finds the one of that name, and puts it on the objects the caller may change. */
  async function create(trx: Kysely<TagTables>, { name, description }: TagInput, objects: readonly { type: TaggedType; id: number }[], userId: number | null): Promise<void> {
    const [id] = (await ensureTags(trx, [nameOf(name)], { userId, now: Date.now() })) as [number];
    if (description !== undefined) await trx.updateTable('tag').set({ description, changed_on: Date.now(), changed_by_fk: userId }).where('id', '=', id).execute();
    for (const object of objects) await tagObject(trx, [id], object);
  }

  async function post({ body, user, origin }: HttpRequest): Promise<HttpResponse> {
    const input = body as TagInput;
    const { allowed } = await chooseObjects(resources, input.objects_to_tag, { user, origin });
    await ctx.metadata.transaction<TagTables, void>((trx) => create(trx, input, allowed, user.id));
    return new HttpResponse({ status: 201, body: {} });
  }

  async function bulkCreate({ body, user, origin }: HttpRequest): Promise<unknown> {
    const { tags } = body as { tags: readonly TagInput[] };
    const chosen = await Promise.all(tags.map(async (tag) => ({ tag, ...(await chooseObjects(resources, tag.objects_to_tag, { user, origin })) })));
    await ctx.metadata.transaction<TagTables, void>(async (trx) => {
      for (const { tag, allowed } of chosen) await create(trx, tag, allowed, user.id);
    });
    const pairs = (objects: readonly { type: TaggedType; id: number }[]) => [...new Map(objects.map(({ type, id }) => [`${type} ${id}`, [type, id] as const])).values()];
    return { result: { objects_tagged: pairs(chosen.flatMap(({ allowed }) => allowed)), objects_skipped: pairs(chosen.flatMap(({ skipped }) => skipped)) } };
  }

  async function requireVisible(object: { type: TaggedType; id: number }, request: HttpRequest): Promise<void> {
    const seen = await resources.accessible(TAGGED_KINDS[object.type].table, [object.id], 'see', request);
    if (!seen.has(object.id)) throw new HttpError(404, 'Not found');
  }

  async function addToObject(request: HttpRequest): Promise<HttpResponse> {
    const object = objectInPath(request.params);
    const names = (request.body as { properties?: { tags?: unknown } } | undefined)?.properties?.tags;
    if (!Array.isArray(names) || names.some((name) => typeof name !== 'string' || name.length > 250 || name.includes('\0'))) throw new HttpError(400, { message: { properties: ['A list of names is expected in properties.tags.'] } });
    await requireVisible(object, request);
    await ctx.metadata.transaction<TagTables, void>(async (trx) => tagObject(trx, await ensureTags(trx, names as string[], { userId: request.user.id, now: Date.now() }), object));
    return new HttpResponse({ status: 201, body: {} });
  }

  async function removeFromObject(request: HttpRequest): Promise<unknown> {
    const object = objectInPath(request.params);
    await requireVisible(object, request);
    const tag = await db.selectFrom('tag').select('id').where('name', '=', request.params['name'] ?? '').where('type', '=', TagType.custom).executeTakeFirst();
    const gone = tag && (await db.deleteFrom('tagged_object').where('tag_id', '=', tag.id).where('object_type', '=', object.type).where('object_id', '=', object.id).executeTakeFirst());
    if (!gone || gone.numDeletedRows === 0n) throw new HttpError(404, 'Not found');
    return { message: 'OK' };
  }

  async function getObjects(request: HttpRequest): Promise<unknown> {
    const list = (text: string | undefined): readonly string[] => (text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');
    const ids = list(request.query['tagIds']).map(Number);
    if (ids.some((id) => !Number.isSafeInteger(id) || Math.abs(id) > 2_147_483_647)) throw new HttpError(400, { message: { tagIds: ['A list of ids is expected.'] } });
    if (request.query['tags']?.includes('\0')) throw new HttpError(400, { message: { tags: ['Null characters are not allowed.'] } });
    const types = list(request.query['types']).map(kindNamed);
    if (types.includes(undefined)) throw new HttpError(400, { message: { types: [`Must be one of: ${Object.keys(TAGGED_KINDS).join(', ')}.`] } });
    return { result: await taggedObjects(ctx.metadata, resources, { ids, names: list(request.query['tags']), types: types as TaggedType[] }, request) };
  }

  return [
    { method: 'POST', path: '/', permission: write, body: tagBody, handler: post },
    {
      method: 'POST',
      path: '/bulk_create',
      permission: ['can_bulk_create', 'Tag'],
      body: { type: 'object', additionalProperties: false, required: ['tags'], properties: { tags: { type: 'array', items: tagBody } } },
      handler: bulkCreate,
    },
    { method: 'GET', path: '/get_objects/', permission: ['can_read', 'Tag'], handler: getObjects },
    { method: 'POST', path: '/:type/:id/', permission: write, handler: addToObject },
    { method: 'DELETE', path: '/:type/:id/:name/', permission: write, handler: removeFromObject },
  ];
}
