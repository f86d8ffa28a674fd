import type { AdvancedConversion, AdvancedValue } from '../contract.ts';
import { ADVANCED_TYPES } from './types/index.ts';

const OPERATORS = ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL'];

/** Reads values of a type up to the first it does not understand; undefined for an unknown type. Pure. */
export function convertValues(type: string, texts: readonly (string | number)[]): AdvancedConversion | undefined {
  const known = Object.hasOwn(ADVANCED_TYPES, type) ? ADVANCED_TYPES[type] : undefined;
  if (!known) return undefined;
  const values: (AdvancedValue | readonly AdvancedValue[])[] = [];
  // An empty input is the state of a fresh form, not a mistake.
  if (texts.length === 1 && texts[0] === '') return { display_value: '', error_message: '', valid_filter_operators: [], values: [] };
  for (const text of texts.map(String)) {
    const value = known.read(text);
    if (value === undefined) return { display_value: '', error_message: `'${text}' does not appear to be ${known.what}`, valid_filter_operators: [], values };
    values.push(value);
  }
  return { display_value: values.map(textOf).join(', '), error_message: '', valid_filter_operators: OPERATORS, values };
}

function textOf(value: AdvancedValue | readonly AdvancedValue[]): string {
  if (Array.isArray(value)) return `[${(value as readonly AdvancedValue[]).map(textOf).join(', ')}]`;
  return typeof value === 'bigint' ? String(value) : `${(value as { start: bigint }).start} - ${(value as { end: bigint }).end}`;
}
