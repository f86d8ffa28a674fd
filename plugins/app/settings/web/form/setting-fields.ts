import type { JsonSchema } from '@orrery/sdk';
import { choicesOf, propertiesOf } from '../../common/schema-parts.ts';

/** One input of a generated form. */
export interface SettingField {
  /** Where its value is, e.g. `smtp.port`; the server names problems by it. */
  readonly path: string;
  readonly kind: 'text' | 'textarea' | 'number' | 'boolean' | 'choice' | 'list' | 'secret' | 'group' | 'other';
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly choices?: readonly { readonly value: unknown; readonly title: string }[];
  readonly min?: number;
  readonly max?: number;
  readonly isInteger?: boolean;
  /** Of a group. */
  readonly fields?: readonly SettingField[];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The inputs of a schema, in its order; objects within it become groups, one level deep. Pure. */
export function settingFields(schema: JsonSchema, under = ''): readonly SettingField[] {
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  return propertiesOf(schema).map(([name, property]) => {
    const path = under + name;
    const kind = kindOf(property, under === '');
    return {
      path,
      kind,
      title: text(property['title']) ?? name,
      description: text(property['description']),
      isRequired: required.includes(name),
      choices: choicesOf(property),
      min: number(property['minimum']),
      max: number(property['maximum']),
      isInteger: property['type'] === 'integer',
      ...(kind === 'group' ? { fields: settingFields(property, `${path}.`) } : {}),
    };
  });
}

function kindOf(property: JsonSchema, mayNest: boolean): SettingField['kind'] {
  const { type, format, items, writeOnly } = property;
  if (writeOnly === true) return type === undefined || type === 'string' ? 'secret' : 'other';
  if (choicesOf(property)) return 'choice';
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return format === 'textarea' ? 'textarea' : 'text';
  if (type === 'array' && (items as JsonSchema | undefined)?.['type'] === 'string') return 'list';
  return mayNest && propertiesOf(property).length > 0 ? 'group' : 'other';
}
