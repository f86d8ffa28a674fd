import type { JsonObject, JsonSchema } from '@orrery/sdk';

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });

/** Schema of `dashboards/<title>_<id>.yaml` (contract §13). */
export const dashboardFileSchema: JsonSchema = {
  type: 'object',
  required: ['dashboard_title', 'uuid', 'version'],
  properties: {
    dashboard_title: { type: 'string', minLength: 1, maxLength: 500 },
    description: nullable('string'),
    css: nullable('string'),
    slug: nullable('string', { maxLength: 255 }),
    certified_by: nullable('string'),
    certification_details: nullable('string'),
    published: nullable('boolean'),
    uuid: { type: 'string', format: 'uuid' },
    position: nullable('object'),
    metadata: nullable('object'),
    version: { const: '1.0.0' },
    theme_uuid: nullable('string'),
    theme_id: nullable('integer'),
    is_managed_externally: nullable('boolean'),
    external_url: nullable('string'),
    tags: nullable('array'),
    roles: nullable('array', { items: { type: 'string' } }),
  },
};

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object from stored JSON text; undefined when there is none. */
export function parseStored(text: string | null): JsonObject | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
