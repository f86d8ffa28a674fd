import type { JsonObject } from '@orrery/sdk';
import { itemTable } from '../delivery/item-table.ts';
import type { Cell, Column, Frame } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import type { FrameThread } from '../thread/frame-thread.ts';
import { isPresented } from './present-frame.ts';
import type { RawItem } from './raw-item.ts';

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

/** What `post_processed` answers: the rows as the chart itself shows them (contract §3.5). Other viz types answer as they are. */
export async function postProcess(item: RawItem, form: JsonObject, names: Readonly<Record<string, string>>, thread: FrameThread, signal: AbortSignal): Promise<RawItem> {
  if (!isPresented(form) || item.head.colnames.length === 0) return item;
  const shaped = await thread.run(await toFrame(item), { kind: 'present', form, names }, signal);
  return { head: { ...item.head, ...shaped.head }, data: shaped.data };
}
