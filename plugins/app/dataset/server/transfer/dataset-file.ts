import type { JsonObject, JsonSchema } from '@orrery/sdk';

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });
const anyObject: JsonSchema = { type: ['object', 'string', 'null'] };

/** Schema of `datasets/<database>/<table>.yaml` (contract §13). */
export const datasetFileSchema: JsonSchema = {
  type: 'object',
  required: ['table_name', 'uuid', 'version', 'database_uuid'],
  properties: {
    table_name: { type: 'string', minLength: 1, maxLength: 250 },
    main_dttm_col: nullable('string'),
    description: nullable('string'),
    default_endpoint: nullable('string'),
    offset: nullable('integer'),
    cache_timeout: nullable('integer'),
    catalog: nullable('string'),
    schema: nullable('string'),
    sql: nullable('string'),
    params: anyObject,
    template_params: anyObject,
    filter_select_enabled: nullable('boolean'),
    fetch_values_predicate: nullable('string'),
    extra: anyObject,
    normalize_columns: nullable('boolean'),
    always_filter_main_dttm: nullable('boolean'),
    folders: nullable('array'),
    uuid: { type: 'string', format: 'uuid' },
    metrics: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        required: ['metric_name', 'expression'],
        properties: { metric_name: { type: 'string', minLength: 1, maxLength: 255 }, expression: { type: 'string' }, metric_type: nullable('string', { maxLength: 32 }), d3format: nullable('string', { maxLength: 128 }) },
      },
    },
    columns: {
      type: ['array', 'null'],
      items: { type: 'object', required: ['column_name'], properties: { column_name: { type: 'string', minLength: 1, maxLength: 255 } } },
    },
    version: { const: '1.0.0' },
    database_uuid: { type: 'string', format: 'uuid' },
    data: nullable('string'),
    is_managed_externally: nullable('boolean'),
    external_url: nullable('string'),
  },
};

/** JSON text as files have it: the value, or null. Text that is no JSON stays text. */
export function toFile(text: string | null): unknown {
  if (text === null || text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A value of a file as the JSON text that is stored. */
export function fromFile(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Objects of a list, whatever else it may hold. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item): item is JsonObject => typeof item === 'object' && item !== null && !Array.isArray(item)) : [];
}
