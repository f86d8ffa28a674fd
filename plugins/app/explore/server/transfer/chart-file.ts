import type { JsonSchema } from '@orrery/sdk';

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });

/** Schema of `charts/<name>_<id>.yaml` (contract §13). `params` is an object, `query_context` JSON text (census TRAP-18). */
export const chartFileSchema: JsonSchema = {
  type: 'object',
  required: ['slice_name', 'viz_type', 'uuid', 'version', 'dataset_uuid'],
  properties: {
    slice_name: { type: 'string', minLength: 1, maxLength: 250 },
    description: nullable('string'),
    certified_by: nullable('string'),
    certification_details: nullable('string'),
    viz_type: { type: 'string', minLength: 1, maxLength: 250 },
    params: nullable('object'),
    query_context: nullable('string'),
    cache_timeout: nullable('integer'),
    uuid: { type: 'string', format: 'uuid' },
    version: { const: '1.0.0' },
    dataset_uuid: { type: 'string', format: 'uuid' },
    is_managed_externally: nullable('boolean'),
    external_url: nullable('string'),
    tags: nullable('array'),
  },
};
