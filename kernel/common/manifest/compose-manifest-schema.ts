import type { ExtensionPointDeclaration, JsonSchema } from '@orrery/sdk';

const text: JsonSchema = { type: 'string', minLength: 1 };
const texts: JsonSchema = { type: 'array', items: text };
const file: JsonSchema = { type: 'string', pattern: '^(?!/)(?!.*\\.\\.)[^:\\\\]+$' };
const ranges: JsonSchema = { type: 'object', additionalProperties: text };
const id: JsonSchema = { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 40 };

const closed = (required: readonly string[], properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ type: 'object', required, additionalProperties: false, properties });

const declaration = closed(['id', 'version', 'description', 'key', 'conflict', 'schema'], {
  id: { type: 'string', pattern: '^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$' },
  version: { type: 'integer', minimum: 1 },
  description: text,
  key: text,
  conflict: { enum: ['reject', 'stack'] },
  dataOnly: { type: 'boolean' },
  codeWhen: { type: 'string' },
  half: { enum: ['web', 'server'] },
  activation: { type: 'string', pattern: '^on[A-Z][A-Za-z]*$' },
  eager: { type: 'boolean' },
  schema: { type: 'object' },
});

/** The one JSON Schema of `plugin.json`: its own fields, and under `contributes` the schemas of all extension points. */
export function composeManifestSchema(declarations: readonly ExtensionPointDeclaration[]): JsonSchema {
  const contributes = Object.fromEntries(declarations.map((point) => [point.id, { type: 'array', description: point.description, items: point.schema }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'plugin.json',
    ...closed(['manifestVersion', 'id', 'version', 'publisher', 'displayName', 'description', 'engines'], {
      $schema: text,
      manifestVersion: { const: 1 },
      id,
      version: text,
      publisher: text,
      displayName: text,
      description: text,
      engines: closed(['sdk'], { sdk: text }),
      points: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
      entry: closed([], { web: file, server: file, styles: { type: 'array', items: file }, sandbox: file }),
      dependencies: ranges,
      optionalDependencies: ranges,
      extensionPoints: { type: 'array', items: declaration },
      contributes: closed([], contributes),
      activation: { type: 'array', items: { enum: ['onStartup'] } },
      activationReason: text,
      capabilities: texts,
      settings: { type: 'object' },
      locales: { type: 'array', items: { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]+)*$' } },
      aliases: { type: 'array', items: id },
      budgets: closed([], { gzipKb: { type: 'number', exclusiveMinimum: 0 }, activationMs: { type: 'number', exclusiveMinimum: 0 } }),
    }),
  };
}
