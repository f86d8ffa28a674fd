import type { JsonSchema } from '@orrery/sdk';

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });
const ids: JsonSchema = { type: 'array', items: { type: 'integer' } };

const shared: JsonSchema = {
  catalog: nullable('string', { maxLength: 250 }),
  schema: nullable('string', { maxLength: 250 }),
  sql: nullable('string'),
  owners: ids,
  is_managed_externally: nullable('boolean'),
  external_url: nullable('string'),
  normalize_columns: nullable('boolean'),
  always_filter_main_dttm: { type: 'boolean' },
  template_params: nullable('string'),
  uuid: nullable('string'),
};

/** POST body (contract §1.3). `columns` is accepted and ignored: columns are read from the database (contract §1.12). */
export const createBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['database', 'table_name'],
  properties: { ...shared, database: { type: 'integer' }, table_name: { type: 'string', minLength: 1, maxLength: 250 }, columns: {} },
};

const column: JsonSchema = {
  type: 'object',
  required: ['column_name'],
  properties: {
    id: { type: 'integer' },
    column_name: { type: 'string', minLength: 1, maxLength: 255 },
    type: nullable('string'),
    advanced_data_type: nullable('string', { maxLength: 255 }),
    verbose_name: nullable('string', { maxLength: 1024 }),
    description: nullable('string'),
    expression: nullable('string'),
    extra: nullable('string'),
    filterable: { type: 'boolean' },
    groupby: { type: 'boolean' },
    is_active: nullable('boolean'),
    is_dttm: nullable('boolean'),
    python_date_format: nullable('string', { maxLength: 255, format: 'date-format' }),
    uuid: nullable('string'),
  },
};

const metric: JsonSchema = {
  type: 'object',
  required: ['metric_name', 'expression'],
  properties: {
    id: { type: 'integer' },
    metric_name: { type: 'string', minLength: 1, maxLength: 255 },
    expression: { type: 'string', minLength: 1 },
    description: nullable('string'),
    extra: nullable('string'),
    metric_type: nullable('string', { maxLength: 32 }),
    d3format: nullable('string', { maxLength: 128 }),
    currency: { type: ['object', 'null'], properties: { symbol: nullable('string', { maxLength: 128 }), symbolPosition: nullable('string', { maxLength: 128 }) } },
    verbose_name: nullable('string', { maxLength: 1024 }),
    warning_text: nullable('string'),
    uuid: nullable('string'),
  },
};

const folder: JsonSchema = {
  type: 'object',
  required: ['uuid'],
  properties: {
    uuid: { type: 'string', minLength: 1 },
    type: nullable('string', { enum: ['metric', 'column', 'folder'] }),
    name: nullable('string', { maxLength: 250 }),
    description: nullable('string'),
    children: { type: ['array', 'null'] },
  },
};

/** PUT body (contract §1.3); checked by the resource itself, whose refusals have a shape of their own. */
export const updateBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...shared,
    table_name: nullable('string', { minLength: 1, maxLength: 250 }),
    database_id: { type: 'integer' },
    filter_select_enabled: nullable('boolean'),
    fetch_values_predicate: nullable('string', { maxLength: 1000 }),
    description: nullable('string'),
    main_dttm_col: nullable('string'),
    offset: nullable('integer'),
    default_endpoint: nullable('string'),
    cache_timeout: nullable('integer'),
    is_sqllab_view: nullable('boolean'),
    columns: { type: 'array', items: column },
    metrics: { type: 'array', items: metric },
    folders: { type: ['array', 'null'], items: folder },
    extra: nullable('string'),
  },
};
