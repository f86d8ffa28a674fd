import type { Frame } from '../frame/frame.ts';
import { flatLabel, genericOfColumn, labelParts } from '../frame/frame.ts';
import { encodeRows } from './encode-rows.ts';
import type { RawItem } from './raw-item.ts';

/** Turns a frame into an item: flat labels, types, rows by label. An index left by a pivot names the rows. */
export async function shapeFrame(frame: Frame): Promise<RawItem> {
  const labels = frame.columns.map(({ key }) => flatLabel(key));
  const colnames = labels.map((label) => label.replaceAll('\\,', ','));
  const index = frame.index[0];
  return {
    head: {
      colnames,
      coltypes: frame.columns.map(genericOfColumn),
      indexnames: index ? [...index.values] : Array.from({ length: frame.rowCount }, (_, row) => row),
      rowcount: frame.rowCount,
      label_map: Object.fromEntries(labels.map((label, at) => [colnames[at]!, labelParts(label)])),
    },
    data: await encodeRows(frame, colnames),
  };
}

/** The fields a shortened `results` item keeps. */
export function shortenItem({ head, data }: RawItem): RawItem {
  const { colnames, coltypes, rowcount, sql_rowcount } = head;
  return { head: { colnames, coltypes, rowcount, ...(sql_rowcount !== undefined && { sql_rowcount }) }, data };
}
