import { GenericType } from '@orrery/sdk';
import type { AdhocFilter, AdhocMetric, Dataset, FormData } from '@orrery/sdk';
import type { Control, ControlPanel, ControlState } from '@orrery/sdk/viz';
import { ensureArray } from '@orrery/sdk/viz';
import { choicesOf } from './init-controls.ts';
import { visibleControls } from './panel-state.ts';

/** A column or metric of the dataset, as it is dragged about. */
export interface Field {
  readonly kind: 'column' | 'metric';
  readonly name: string;
}

type Column = Dataset['columns'][number];

/** A metric from a column: sums of numbers, counts of distinct values of all else. */
export function metricFromColumn(column: Column): AdhocMetric {
  const aggregate = column.type_generic === GenericType.Numeric && !column.is_dttm ? 'SUM' : 'COUNT_DISTINCT';
  return { expressionType: 'SIMPLE', aggregate, column: { ...column }, label: `${aggregate}(${column.column_name})`, hasCustomLabel: false };
}

/** A filter to start from: harmless until someone says what to keep. */
export function filterFromColumn(column: Column): AdhocFilter {
  const isTemporal = column.is_dttm;
  return {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: column.column_name,
    operator: isTemporal ? 'TEMPORAL_RANGE' : 'IS NOT NULL',
    ...(isTemporal ? { comparator: 'No filter' } : {}),
  };
}

/** True when a control can take a field at all. */
export function accepts(control: Control, field: Field, state: ControlState): boolean {
  switch (control.type) {
    case 'metric':
    case 'metrics':
      return true;
    case 'filters':
      return field.kind === 'column';
    case 'column':
    case 'columns': {
      if (field.kind !== 'column') return false;
      const choices = choicesOf(control, state);
      return choices.length === 0 ? control.choices === undefined : choices.some(({ value }) => value === field.name);
    }
    default:
      return false;
  }
}

/** The control's value with the field added; undefined when it is there already or does not fit. */
export function addField(control: Control, value: unknown, field: Field, state: ControlState): unknown {
  const column = state.dataset?.columns.find(({ column_name }) => column_name === field.name);
  if (!accepts(control, field, state) || (field.kind === 'column' && !column)) return undefined;
  if (control.type === 'filters') return column ? [...ensureArray(value), filterFromColumn(column)] : undefined;
  const isMetric = control.type === 'metric' || control.type === 'metrics';
  const item = isMetric && column && field.kind === 'column' ? metricFromColumn(column) : field.name;
  if (control.type === 'metric' || control.type === 'column') return item;
  const items = ensureArray(value);
  return items.includes(item) ? undefined : [...items, item];
}

/**
 * Where a field goes that was merely clicked: the focused control when it takes it, else the first that wants it
 * (an empty required one before all others).
 */
export function targetOf(panel: ControlPanel, formData: FormData, dataset: Dataset | undefined, field: Field, focused: string | undefined): string | undefined {
  const state: ControlState = { formData, dataset };
  const fitting = visibleControls(panel, state).filter(({ control }) => accepts(control, field, state));
  if (focused !== undefined && fitting.some(({ name }) => name === focused)) return focused;
  const natural = fitting.filter(({ control }) => control.type.startsWith(field.kind));
  const isEmpty = (name: string) => ensureArray(formData[name]).length === 0;
  const wanting = natural.find(({ name, control }) => control.required && isEmpty(name));
  const roomy = natural.find(({ name, control }) => control.type.endsWith('s') || isEmpty(name));
  return (wanting ?? roomy ?? natural[0] ?? fitting[0])?.name;
}
