import type { JsonObject, JsonSchema } from '@orrery/sdk';

const nullable = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });

/** Schema of `databases/<name>.yaml` (contract §13). */
export const databaseFileSchema: JsonSchema = {
  type: 'object',
  required: ['database_name', 'sqlalchemy_uri', 'uuid', 'version'],
  properties: {
    database_name: { type: 'string', minLength: 1, maxLength: 250 },
    sqlalchemy_uri: { type: 'string', minLength: 1, maxLength: 1024 },
    password: nullable('string'),
    encrypted_extra: { type: ['object', 'string', 'null'] },
    cache_timeout: nullable('integer'),
    expose_in_sqllab: nullable('boolean'),
    allow_run_async: nullable('boolean'),
    allow_ctas: nullable('boolean'),
    allow_cvas: nullable('boolean'),
    allow_dml: nullable('boolean'),
    allow_csv_upload: nullable('boolean'),
    allow_file_upload: nullable('boolean'),
    impersonate_user: nullable('boolean'),
    extra: { type: ['object', 'string', 'null'] },
    uuid: { type: 'string', format: 'uuid' },
    version: { const: '1.0.0' },
    is_managed_externally: nullable('boolean'),
    external_url: nullable('string'),
    ssh_tunnel: { type: ['object', 'null'] },
  },
};

/** An object given as such or as JSON text; undefined when it is neither. */
export function objectOf(value: unknown): JsonObject | undefined {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value) as unknown);
    } catch {
      return undefined;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function renamed(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
}

/** `extra` as files have it: an object that still says csv where the server says file. */
export function extraToFile(text: string | null): JsonObject | null {
  const extra = objectOf(text);
  return extra ? renamed(extra, 'schemas_allowed_for_file_upload', 'schemas_allowed_for_csv_upload') : null;
}

/** The reverse of {@link extraToFile}. */
export function extraFromFile(value: unknown): string | null {
  const extra = objectOf(value);
  return extra ? JSON.stringify(renamed(extra, 'schemas_allowed_for_csv_upload', 'schemas_allowed_for_file_upload')) : null;
}
