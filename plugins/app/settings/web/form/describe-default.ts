import type { PluginI18n } from '@orrery/sdk/web';
import type { SettingField } from './setting-fields.ts';

/** The default of a field in the reader's words; undefined where there is none worth telling. Pure. */
export function describeDefault(field: SettingField, value: unknown, t: PluginI18n['t']): string | undefined {
  if (value === undefined || value === '' || value === null) return undefined;
  if (typeof value === 'boolean') return t(value ? 'default.on' : 'default.off');
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : undefined;
  return field.choices?.find((choice) => choice.value === value)?.title ?? String(value);
}
