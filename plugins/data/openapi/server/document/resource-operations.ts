import type { ResourceDefinition } from '@orrery/sdk/server';
import { IDS_QUERY, ITEM_QUERY, listQuerySchema, VALUES_QUERY } from './list-query-schema.ts';
import type { OpenApiSchema } from './openapi-types.ts';
import { rowSchema } from './row-schema.ts';
import { toOpenApiSchema } from './to-openapi-schema.ts';

/** What a generic route of a resource says beyond its path. */
export interface ResourceOperation {
  readonly description: string;
  readonly q?: OpenApiSchema;
  readonly status?: 200 | 201;
  readonly answer?: OpenApiSchema;
}

const id: OpenApiSchema = { type: 'integer' };
const object = (properties: Readonly<Record<string, OpenApiSchema>>): OpenApiSchema => ({ type: 'object', properties });
const list = (items: OpenApiSchema): OpenApiSchema => ({ type: 'array', items });
const message = object({ message: { type: 'string' } });

/** The generic operations of a resource (contract §0.5, §2) by method and shape of their path. */
export function resourceOperations(definition: ResourceDefinition): ReadonlyMap<string, ResourceOperation> {
  const { name, parent, noun, create, update } = definition;
  const [one, many] = noun;
  const base = `/api/v1/${parent ? `${parent.name}/{}/` : ''}${name}`;
  const values = object({ count: { type: 'integer' }, result: list(object({ value: {}, text: { type: 'string' }, extra: { type: 'object' } })) });
  const written = (body: unknown): OpenApiSchema => object({ id, result: toOpenApiSchema(body) });
  const operations: readonly (readonly [string, ResourceOperation])[] = [
    [`GET ${base}`, { description: `Lists ${many}.`, q: listQuerySchema(definition), answer: object({ count: { type: 'integer' }, ids: list(id), result: list(rowSchema(definition, definition.listColumns)), list_columns: list({ type: 'string' }), order_columns: list({ type: 'string' }), label_columns: { type: 'object' }, description_columns: { type: 'object' }, list_title: { type: 'string' } }) }],
    [`POST ${base}`, { description: `Creates a ${one}.`, status: 201, answer: written(create?.body) }],
    [`DELETE ${base}`, { description: `Deletes several ${many}.`, ...(definition.remove?.bulkBy ? { q: list({ type: 'string' }) } : { q: IDS_QUERY }), answer: message }],
    [`GET ${base}/_info`, { description: `Says what the caller may do with ${many}, and what can be filtered.`, q: ITEM_QUERY }],
    [`GET ${base}/related/{}`, { description: `Values a related field of ${many} can be filtered by.`, q: VALUES_QUERY, answer: values }],
    [`GET ${base}/distinct/{}`, { description: `Values a column of ${many} holds.`, q: VALUES_QUERY, answer: values }],
    [`GET ${base}/{}`, { description: `Reads one ${one}.`, q: ITEM_QUERY, answer: object({ id, result: definition.show ? { type: 'object' } : rowSchema(definition, definition.showColumns) }) }],
    [`PUT ${base}/{}`, { description: `Changes a ${one}.`, answer: written(update?.body) }],
    [`DELETE ${base}/{}`, { description: `Deletes a ${one}.`, answer: message }],
    [`GET ${base}/favorite_status`, { description: `Which of the ${many} the caller has starred.`, q: IDS_QUERY, answer: object({ result: list(object({ id, value: { type: 'boolean' } })) }) }],
    [`POST ${base}/{}/favorites`, { description: `Stars a ${one}.` }],
    [`DELETE ${base}/{}/favorites`, { description: `Takes the star from a ${one}.` }],
    [`GET ${base}/export`, { description: `Exports ${many} as a ZIP.`, q: IDS_QUERY }],
  ];
  return new Map(operations);
}
