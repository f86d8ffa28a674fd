import { GenericType } from '@orrery/sdk';
import type { Dataset } from '@orrery/sdk';
import type { IconName } from '@orrery/sdk/ui';

/** Picture of a column's type. */
export function columnIcon(column: Pick<Dataset['columns'][number], 'is_dttm' | 'type_generic'>): IconName {
  if (column.is_dttm || column.type_generic === GenericType.Temporal) return 'calendar';
  if (column.type_generic === GenericType.Numeric) return 'number';
  return column.type_generic === GenericType.Boolean ? 'check' : 'text';
}

/** Key of the text that names a column's type. */
export function columnTypeKey(column: Pick<Dataset['columns'][number], 'is_dttm' | 'type_generic'>): string {
  if (column.is_dttm || column.type_generic === GenericType.Temporal) return 'type.temporal';
  return ['type.numeric', 'type.string', 'type.temporal', 'type.boolean'][column.type_generic] ?? 'type.string';
}
