import type { JsonObject } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { Column, Frame } from '../frame/frame.ts';
import { withNumbers } from '../frame/frame.ts';
import { pivotTable } from './pivot/pivot-table.ts';

/** Numbers of a table in the formats people gave their columns; formats nobody knows leave them as they are. */
async function formatTable(frame: Frame, form: JsonObject): Promise<Frame> {
  const configs = form['column_config'];
  if (configs === null || typeof configs !== 'object') return frame;
  const { format } = await import('d3-format');
  const columns = frame.columns.map((column): Column => {
    const config = (configs as Readonly<Record<string, unknown>>)[column.key[0] ?? ''];
    const specifier = config !== null && typeof config === 'object' ? (config as { d3NumberFormat?: unknown }).d3NumberFormat : undefined;
    if (typeof specifier !== 'string' || specifier === '') return column;
    try {
      const write = format(specifier);
      return { ...column, generic: GenericType.String, values: column.values.map((value) => (typeof value === 'number' ? write(value) : value)) };
    } catch {
      return column;
    }
  });
  return { ...frame, columns };
}

/** True for charts whose rows are shown in another form than they are answered. */
export function isPresented(form: JsonObject): boolean {
  return form['viz_type'] === 'pivot_table_v2' || form['viz_type'] === 'table';
}

/** The rows of a chart of `form` as it shows them (contract §3.5). */
export async function presentFrame(frame: Frame, form: JsonObject, names: Readonly<Record<string, string>>): Promise<Frame> {
  const plain = withNumbers(frame);
  return form['viz_type'] === 'table' ? formatTable(plain, form) : pivotTable(plain, form, names);
}
