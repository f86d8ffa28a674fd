import { decodeRison, encodeRison } from '@orrery/sdk';
import type { SortOrder } from '../declaration.ts';

/** A chosen relation or distinct value with its text, so that a link shows it without asking. @public */
export interface LabelledValue {
  readonly label: string;
  readonly value: string | number;
}

/** Value of one filter: text, yes or no, a choice, or `[from, to]` (ISO dates, null is open). @public */
export type FilterValue = string | boolean | LabelledValue | readonly [string | null, string | null];

/** @public */
export type ViewMode = 'card' | 'table';

/** All of a list that its URL restores (contract §2.5). @public */
export interface ListState {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly pageIndex: number;
  readonly sortColumn: string;
  readonly sortOrder: SortOrder;
  readonly viewMode: ViewMode;
}

function readFilter(value: unknown): FilterValue | undefined {
  if (typeof value === 'boolean' || (typeof value === 'string' && value !== '')) return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length === 2) return [typeof value[0] === 'string' ? value[0] : null, typeof value[1] === 'string' ? value[1] : null];
  if (typeof value !== 'object' || value === null) return undefined;
  const { label, value: inner } = value as { label?: unknown; value?: unknown };
  if (typeof inner === 'boolean') return inner;
  if (typeof inner !== 'string' && typeof inner !== 'number') return undefined;
  return { label: String(label ?? inner), value: inner };
}

function readFilters(text: string | null): Record<string, FilterValue> {
  if (!text) return {};
  try {
    const decoded = decodeRison(text);
    if (typeof decoded !== 'object' || decoded === null || Array.isArray(decoded)) return {};
    const entries = Object.entries(decoded).map(([id, value]) => [id, readFilter(value)] as const);
    return Object.fromEntries(entries.filter((entry): entry is readonly [string, FilterValue] => entry[1] !== undefined));
  } catch {
    // A link cut short by a mail program still opens the list.
    return {};
  }
}

/** Reads the state of a query string; what is absent or makes no sense is the default. Pure. @public */
export function readListState(search: string, defaults: ListState): ListState {
  const params = new URLSearchParams(search);
  const order = params.get('sortOrder');
  const mode = params.get('viewMode');
  const page = Number(params.get('pageIndex') ?? '0');
  return {
    filters: params.has('filters') ? readFilters(params.get('filters')) : defaults.filters,
    pageIndex: Number.isSafeInteger(page) && page > 0 ? page : 0,
    sortColumn: params.get('sortColumn') || defaults.sortColumn,
    sortOrder: order === 'asc' || order === 'desc' ? order : defaults.sortOrder,
    viewMode: mode === 'card' || mode === 'table' ? mode : defaults.viewMode,
  };
}

/** Writes the state into a query string, leaving foreign parameters alone and defaults out. Pure. @public */
export function writeListState(search: string, state: ListState, defaults: ListState): string {
  const params = new URLSearchParams(search);
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
  };
  set('filters', Object.keys(state.filters).length > 0 ? encodeRison(state.filters) : undefined);
  set('pageIndex', state.pageIndex > 0 ? String(state.pageIndex) : undefined);
  const isDefaultSort = state.sortColumn === defaults.sortColumn && state.sortOrder === defaults.sortOrder;
  set('sortColumn', isDefaultSort ? undefined : state.sortColumn);
  set('sortOrder', isDefaultSort ? undefined : state.sortOrder);
  set('viewMode', state.viewMode === defaults.viewMode ? undefined : state.viewMode);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
