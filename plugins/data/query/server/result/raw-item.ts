import type { ChartDataResult } from '@orrery/sdk';

/** All of an item but its rows. */
export type ItemHead = { readonly [K in keyof ChartDataResult as K extends 'data' ? never : K]: ChartDataResult[K] };

/** A finished item whose rows are already JSON text: written once, cached, sent and shared as they are. */
export interface RawItem {
  readonly head: ItemHead;
  /** A JSON array of row objects. */
  readonly data: Buffer;
}

/** The item as JSON, in pieces. */
export function itemPieces({ head, data }: RawItem): readonly Buffer[] {
  const open = JSON.stringify(head).slice(0, -1);
  return [Buffer.from(`${open}${open === '{' ? '' : ','}"data":`), data, Buffer.from('}')];
}

/** The body of an answer: `{"result":[…]}`. */
export function resultBody(items: readonly RawItem[]): Buffer {
  const pieces = items.flatMap((item, at) => [...(at > 0 ? [Buffer.from(',')] : []), ...itemPieces(item)]);
  return Buffer.concat([Buffer.from('{"result":['), ...pieces, Buffer.from(']}')]);
}

/** The item with its rows as objects; they are made when they are first asked for, since not everybody who runs a query reads them. */
export function parseItem({ head, data }: RawItem): ChartDataResult {
  let rows: ChartDataResult['data'] | undefined;
  return Object.defineProperty({ ...head }, 'data', {
    enumerable: true,
    configurable: true,
    get: () => (rows ??= JSON.parse(data.toString('utf8')) as ChartDataResult['data']),
  }) as ChartDataResult;
}

/** An item that lists something instead of rows. */
export function listItem(data: readonly object[]): RawItem {
  return { head: { colnames: [], coltypes: [], rowcount: data.length }, data: Buffer.from(JSON.stringify(data)) };
}
