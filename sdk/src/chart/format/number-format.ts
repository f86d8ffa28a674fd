import { format as d3Format, formatLocale } from 'd3-format';
import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import { formatDuration, formatDurationColons } from './duration.ts';
import { memoryFormat } from './memory.ts';

/** Formats one number; null, undefined and NaN print their names (contract §11.1). @public */
export type NumberFormat = (value: number | null | undefined) => string;

/** ASCII minus, as saved expectations and exports have it. */
const LOCALE = formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['$', ''], minus: '-' });

const siFormat = LOCALE.format('.3~s');
const smallFormat = LOCALE.format('.2~f');
const fractionFormat = LOCALE.format('.4~f');

function smartNumber(value: number): string {
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (size >= 1000) return siFormat(value).replace('G', 'B');
  if (size >= 1) return smallFormat(value);
  if (size >= 0.001) return fractionFormat(value);
  return siFormat(value);
}

/** Formats that are not d3 specifiers. */
const NAMED: Readonly<Record<string, (value: number) => string>> = {
  SMART_NUMBER: smartNumber,
  SMART_NUMBER_SIGNED: (value) => (value > 0 ? '+' : '') + smartNumber(value),
  OVER_MAX_HIDDEN: smartNumber,
  DURATION: (value) => formatDuration(value, false),
  DURATION_SUB: (value) => formatDuration(value, true),
  DURATION_COL: formatDurationColons,
  MEMORY_DECIMAL: memoryFormat(1000, ''),
  MEMORY_BINARY: memoryFormat(1024, ''),
  MEMORY_TRANSFER_RATE_DECIMAL: memoryFormat(1000, '/s'),
  MEMORY_TRANSFER_RATE_BINARY: memoryFormat(1024, '/s'),
};

/** Formats that plugins contributed, by their id. */
const contributed = new Map<string, (value: number) => string>();

/** Makes a contributed format (`core.formatters`) known under its id until disposed. Built-in names cannot be replaced. @public */
export function registerNumberFormat(id: string, format: (value: number) => string): Disposable {
  contributed.set(id, format);
  cache.delete(id);
  return toDisposable(() => {
    if (contributed.get(id) === format) contributed.delete(id);
    cache.delete(id);
  });
}

/** Words that could be the id of a contributed format: `<pluginId>.<name>`. @public */
export function isContributedFormat(id: unknown): id is string {
  return typeof id === 'string' && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.[A-Za-z][A-Za-z0-9.-]*$/.test(id);
}

function build(id: string): (value: number) => string {
  const named = NAMED[id] ?? contributed.get(id);
  if (named) return named;
  try {
    return LOCALE.format(id);
  } catch {
    return (value) => `${value} (Invalid format: ${id})`;
  }
}

const cache = new Map<string, NumberFormat>();

/** The formatter of a format id: a d3-format specifier or one of the named formats; SMART_NUMBER when empty. @public */
export function numberFormat(id?: string | null): NumberFormat {
  const key = id || 'SMART_NUMBER';
  const known = cache.get(key);
  if (known) return known;
  const format = build(key);
  const made: NumberFormat = (value) => {
    if (value === null) return 'null';
    if (value === undefined) return 'undefined';
    if (Number.isNaN(value)) return 'NaN';
    if (value === Infinity) return '∞';
    if (value === -Infinity) return '-∞';
    return format(value);
  };
  cache.set(key, made);
  return made;
}

/** A currency as form data holds it. @public */
export interface CurrencyFormat {
  readonly symbol?: string | null;
  readonly symbolPosition?: string | null;
}

/** A number with its currency symbol, e.g. `$ 1.23M`; plain without a symbol. @public */
export function currencyNumberFormat(id: string | null | undefined, currency: CurrencyFormat | null | undefined): NumberFormat {
  const code = currency?.symbol;
  if (!code) return numberFormat(id);
  const plain = numberFormat((id || 'SMART_NUMBER').replace(/[$%]/g, ''));
  const symbol = currencySymbol(code);
  return (value) => (currency.symbolPosition === 'prefix' ? `${symbol} ${plain(value)}` : `${plain(value)} ${symbol}`);
}

function currencySymbol(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1);
    return parts.find((part) => part.type === 'currency')?.value ?? code;
  } catch {
    return code;
  }
}

/** True when `id` can be used as a d3 number format. @public */
export function isNumberFormat(id: string): boolean {
  if (NAMED[id]) return true;
  try {
    d3Format(id);
    return true;
  } catch {
    return false;
  }
}
