import type { Dimension, FilterValue, JsonObject, Metric } from '@orrery/sdk';
import { ensureArray, getColumnLabel, getMetricLabel } from '@orrery/sdk/viz';

/** Form data of a chart, merged and complete. */
export type LegacyForm = JsonObject;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const hasTextLabel = ({ label }: JsonObject): boolean => label === undefined || label === null || typeof label === 'string';

/** Whether a value of a control is a metric: other controls of the same name hold numbers or scales. */
function isMetric(value: unknown): value is Metric {
  if (typeof value === 'string') return value !== '';
  if (!isObject(value) || !hasTextLabel(value)) return false;
  const { expressionType, sqlExpression, column } = value;
  return expressionType === 'SQL' ? typeof sqlExpression === 'string' : expressionType === 'SIMPLE' && isObject(column) && typeof column['column_name'] === 'string';
}

const isColumn = (value: unknown): value is Dimension => (typeof value === 'string' ? value !== '' : isObject(value) && hasTextLabel(value) && typeof value['sqlExpression'] === 'string');

/** The first of a list without repeats of a label. */
function distinct<T>(items: readonly T[], label: (item: T) => string): readonly T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(label(item)) && seen.add(label(item)));
}

/** Metrics of some controls, each label once. */
export function metricsOf(form: LegacyForm, ...keys: readonly string[]): readonly Metric[] {
  return distinct(keys.flatMap((key) => ensureArray(form[key]).filter(isMetric)), getMetricLabel);
}

/** Columns of some controls, each label once. */
export function columnsOf(form: LegacyForm, ...keys: readonly string[]): readonly Dimension[] {
  return distinct(keys.flatMap((key) => ensureArray(form[key]).filter(isColumn)), getColumnLabel);
}

/** The one metric of a control. */
export const metricOf = (form: LegacyForm, key: string): Metric | undefined => metricsOf(form, key)[0];

/** The one column of a control. */
export const columnOf = (form: LegacyForm, key: string): Dimension | undefined => columnsOf(form, key)[0];

/** A text of a control; undefined for an empty one. */
export function textOf(form: LegacyForm, key: string): string | undefined {
  const value = form[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number of a control, which people may have typed; undefined for none. */
export function countOf(form: LegacyForm, key: string): number | undefined {
  const value = form[key];
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

/** A list of plain values. */
export const valuesOf = (value: unknown): readonly FilterValue[] => ensureArray(value as FilterValue | readonly FilterValue[] | null | undefined);
