import type { JsonObject, User } from '@orrery/sdk';
import { HttpResponse } from '@orrery/sdk/server';
import type { HttpRequest } from '@orrery/sdk/server';
import { postProcess } from '../result/post-process.ts';
import type { RawItem } from '../result/raw-item.ts';
import { resultBody } from '../result/raw-item.ts';
import type { FrameThread } from '../thread/frame-thread.ts';
import { COLUMNS_TYPE, columnPieces } from './encode-columns.ts';

/** A guest sees charts, never the statements behind them. */
export function isGuest(user: User): boolean {
  return user.id === null && !user.isAnonymous;
}

/** The item as a user may see it. */
export function shownTo(user: User, item: RawItem): RawItem {
  if (!isGuest(user)) return item;
  const { query: _, ...head } = item.head;
  return { ...item, head: head as RawItem['head'] };
}

/** True when the reader asked for columns instead of rows. */
export function wantsColumns(request: Pick<HttpRequest, 'headers'>): boolean {
  return (request.headers['accept'] ?? '').includes(COLUMNS_TYPE);
}

/** How items become bytes for one caller. */
export interface ItemWriter {
  readonly contentType: string;
  write(items: readonly RawItem[]): Promise<Buffer>;
}

/** The form a caller gets items in: rows, or columns when asked for; guests without statements. */
export function itemWriter(request: Pick<HttpRequest, 'headers' | 'user'>): ItemWriter {
  const shown = (items: readonly RawItem[]): readonly RawItem[] => items.map((item) => shownTo(request.user, item));
  if (!wantsColumns(request)) return { contentType: 'application/json; charset=utf-8', write: (items) => Promise.resolve(resultBody(shown(items))) };
  return {
    contentType: `${COLUMNS_TYPE}; charset=utf-8`,
    async write(items) {
      const pieces: Buffer[] = [];
      for (const item of shown(items)) pieces.push(Buffer.from(pieces.length > 0 ? ',' : ''), ...(await columnPieces(item)));
      return Buffer.concat([Buffer.from('{"result":['), ...pieces, Buffer.from(']}')]);
    },
  };
}

/** Items as the answer of `/chart/data`. */
export async function answerItems(request: Pick<HttpRequest, 'headers' | 'user'>, items: readonly RawItem[]): Promise<HttpResponse> {
  const { contentType, write } = itemWriter(request);
  return new HttpResponse({ headers: { 'content-type': contentType, 'cache-control': 'no-store', vary: 'accept' }, body: await write(items) });
}

/** What `post_processed` does to an item, for a context that asks for it; undefined for others. */
export function reshapeOf(context: JsonObject, names: () => Promise<Readonly<Record<string, string>>>, thread: FrameThread, signal: AbortSignal): ((item: RawItem) => Promise<RawItem>) | undefined {
  if (context['result_type'] !== 'post_processed') return undefined;
  const form = context['form_data'];
  return async (item) => postProcess(item, form !== null && typeof form === 'object' && !Array.isArray(form) ? (form as JsonObject) : {}, await names(), thread, signal);
}
