import { GenericType } from '@orrery/sdk';
import type { Dataset, Dimension } from '@orrery/sdk';
import type { Choice, ControlState } from '../control-panel.ts';
import { ensureArray } from '../build-query/ensure-array.ts';

/** When a control or section is shown. @public */
export type Condition = (state: ControlState) => boolean;

/** True when another control holds anything. @public */
export function isSet(name: string): Condition {
  return ({ formData }) => ensureArray(formData[name]).some((value) => value !== '' && value !== false);
}

/** @public */
export function isEqual(name: string, value: unknown): Condition {
  return ({ formData }) => formData[name] === value;
}

/** @public */
export function every(...conditions: readonly Condition[]): Condition {
  return (state) => conditions.every((condition) => condition(state));
}

/** Raw when asked for, or when nothing was asked and columns are chosen (VQ-2). @public */
export const isRawMode: Condition = ({ formData }) =>
  formData['query_mode'] === 'raw' || (formData['query_mode'] !== 'aggregate' && ensureArray(formData['all_columns']).length > 0);

/** @public */
export const isAggregateMode: Condition = (state) => !isRawMode(state);

function findColumn(dataset: Dataset | undefined, column: Dimension | undefined) {
  return typeof column === 'string' ? dataset?.columns.find(({ column_name }) => column_name === column) : undefined;
}

/** True for temporal columns and for expressions, of which nobody knows. @public */
export function isTemporalOrUnknown(dataset: Dataset | undefined, column: Dimension | null | undefined): boolean {
  if (column === null || column === undefined || typeof column === 'object') return true;
  const found = findColumn(dataset, column);
  return found === undefined || found.is_dttm || found.type_generic === GenericType.Temporal;
}

/** X axis unset, temporal, or an expression: then time settings make sense. @public */
export const isTemporalAxis: Condition = ({ formData, dataset }) => isTemporalOrUnknown(dataset, formData['x_axis'] as Dimension | undefined);

/** @public */
export const isNumericAxis: Condition = ({ formData, dataset }) => {
  const column = findColumn(dataset, formData['x_axis'] as Dimension | undefined);
  return column !== undefined && column.type_generic === GenericType.Numeric && !column.is_dttm;
};

/** Columns a control offers, as choices by column name. @public */
export function columnChoices(dataset: Dataset | undefined, accepts: (column: Dataset['columns'][number]) => boolean = () => true): readonly Choice[] {
  return (dataset?.columns ?? [])
    .filter(accepts)
    .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name }));
}

/** @public */
export const temporalColumnChoices = ({ dataset }: ControlState): readonly Choice[] => columnChoices(dataset, (column) => column.is_dttm);

/** The dataset's main time column, else its first temporal one. @public */
export function defaultTimeColumn(dataset: Dataset | undefined): string | undefined {
  return dataset?.main_dttm_col || dataset?.columns.find((column) => column.is_dttm)?.column_name;
}
