import type { Dimension, QueryFilter } from '@orrery/sdk';
import { isObject } from '../context/problems.ts';
import type { TemplateFilter } from './macros/macro.ts';
import type { TemplateValue } from './python-text.ts';
import { textOf } from '../context/text-of.ts';

const nameOf = (column: Dimension): string => (typeof column === 'string' ? column : column.sqlExpression);

/** Filters of a query as templates see them. */
export function templateFilters(filters: readonly QueryFilter[]): readonly TemplateFilter[] {
  return filters.map(({ op, col, val }) => ({ op: op.toUpperCase(), col: nameOf(col), val: val as TemplateValue }));
}

/** Filters of form data: simple ad hoc ones, plain ones, and those a dashboard adds to both. */
export function formDataFilters(formData: Readonly<Record<string, unknown>>): readonly TemplateFilter[] {
  const extra = isObject(formData['extra_form_data']) ? formData['extra_form_data'] : {};
  const lists = (key: string): readonly unknown[] => [formData[key], extra[key]].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const adhoc = lists('adhoc_filters').flatMap((filter): TemplateFilter[] => {
    if (!isObject(filter) || filter['expressionType'] !== 'SIMPLE' || (filter['clause'] ?? 'WHERE') !== 'WHERE' || typeof filter['subject'] !== 'string') return [];
    return [{ op: textOf(filter['operator'] ?? '').toUpperCase(), col: filter['subject'], val: filter['comparator'] as TemplateValue }];
  });
  const plain = lists('filters').flatMap((filter): TemplateFilter[] =>
    isObject(filter) && typeof filter['col'] === 'string' ? [{ op: textOf(filter['op'] ?? '').toUpperCase(), col: filter['col'], val: filter['val'] as TemplateValue }] : [],
  );
  return [...adhoc, ...plain];
}

/** Time range of form data; a dashboard's wins. */
export function formDataTimeRange(formData: Readonly<Record<string, unknown>>): string | null {
  const extra = isObject(formData['extra_form_data']) ? formData['extra_form_data']['time_range'] : undefined;
  const range = extra ?? formData['time_range'];
  return typeof range === 'string' && range !== '' ? range : null;
}
