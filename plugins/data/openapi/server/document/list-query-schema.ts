import type { ResourceDefinition } from '@orrery/sdk/server';
import type { OpenApiSchema } from './openapi-types.ts';

const texts: OpenApiSchema = { type: 'array', items: { type: 'string' } };

/** `q` of a list (contract §2.2), with the columns this resource takes. */
export function listQuerySchema(definition: ResourceDefinition): OpenApiSchema {
  const oneOf = (values: readonly string[]): OpenApiSchema => (values.length > 0 ? { type: 'string', enum: [...new Set(values)] } : { type: 'string' });
  return {
    type: 'object',
    properties: {
      filters: {
        type: 'array',
        items: {
          type: 'object',
          required: ['col', 'opr', 'value'],
          properties: {
            col: oneOf(definition.searchColumns),
            opr: { type: 'string' },
            value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: {} }] },
          },
        },
      },
      order_column: oneOf(Object.keys(definition.orderColumns)),
      order_direction: { type: 'string', enum: ['asc', 'desc'] },
      page: { type: 'integer' },
      page_size: { type: 'integer' },
      columns: texts,
      select_columns: texts,
      keys: { type: 'array', items: { type: 'string', enum: ['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title', 'none'] } },
    },
  };
}

/** `q` of one object or of `_info`. */
export const ITEM_QUERY: OpenApiSchema = { type: 'object', properties: { columns: texts, keys: texts } };

/** `q` of `related` and `distinct` (contract §2.7). */
export const VALUES_QUERY: OpenApiSchema = {
  type: 'object',
  properties: { filter: { type: 'string' }, page: { type: 'integer' }, page_size: { type: 'integer' }, include_ids: { type: 'array', items: { type: 'integer' } } },
};

/** `q` that names objects by id. */
export const IDS_QUERY: OpenApiSchema = { type: 'array', items: { type: 'integer' } };
