import type { JsonObject } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import { itemTable } from '../delivery/item-table.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame, withNumbers } from '../frame/frame.ts';
import { pivotTable } from './pivot/pivot-table.ts';
import type { RawItem } from './raw-item.ts';
import { shapeFrame } from './shape-result.ts';

async function toFrame(item: RawItem): Promise<Frame> {
  const { names, types, batches } = itemTable(item);
  const values: Cell[][] = names.map(() => []);
  let rowCount = 0;
  for await (const batch of batches) {
    rowCount += batch.rowCount;
    batch.columns.forEach((column, at) => {
      for (const value of column) values[at]!.push(value);
    });
  }
  return createFrame(names.map((name, at): Column => ({ key: [name], values: values[at]!, ...(types[at] === undefined ? {} : { generic: types[at] }) })), rowCount);
}

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

/** What `post_processed` answers: the rows as the chart itself shows them (contract §3.5). Other viz types answer as they are. */
export async function postProcess(item: RawItem, form: JsonObject, names: Readonly<Record<string, string>>): Promise<RawItem> {
  const type = form['viz_type'];
  if ((type !== 'pivot_table_v2' && type !== 'table') || item.head.colnames.length === 0) return item;
  const frame = withNumbers(await toFrame(item));
  const shaped = await shapeFrame(type === 'table' ? await formatTable(frame, form) : pivotTable(frame, form, names));
  return { head: { ...item.head, ...shaped.head }, data: shaped.data };
}
