import { GenericType } from '@orrery/sdk';
import type { FilterValue } from '@orrery/sdk';

/** A combobox knows texts only: each value has one that keeps its type, so that 1 and "1" stay apart. */
export function keyOf(value: FilterValue): string {
  return typeof value === 'string' ? `s:${value}` : `j:${JSON.stringify(value)}`;
}

/** The value behind a key; a text without one was typed by the user. */
export function valueOf(key: string, type: GenericType | undefined): FilterValue {
  if (key.startsWith('s:')) return key.slice(2);
  if (key.startsWith('j:')) return JSON.parse(key.slice(2)) as FilterValue;
  const number = Number(key);
  return type === GenericType.Numeric && key.trim() !== '' && Number.isFinite(number) ? number : key;
}

/** The texts of a value that are not the value itself. */
export interface ValueTexts {
  readonly null: string;
  readonly true: string;
  readonly false: string;
}

/** A value as people read it; times in UTC, as short as they can be. */
export function textOf(value: FilterValue, type: GenericType | undefined, texts: ValueTexts): string {
  if (value === null) return texts.null;
  if (typeof value === 'boolean') return value ? texts.true : texts.false;
  if (type === GenericType.Temporal && typeof value === 'number') {
    const text = new Date(value).toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  return String(value);
}
