import { useCallback, useEffect, useState } from 'react';
import { decodeRison, encodeRison } from '@orrery/sdk';
import { usePlugin } from '@orrery/sdk/web';
import type { ListRow } from '../declaration.ts';

/** @internal */
export interface ListData<Row> {
  /** Undefined before the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly count: number;
  /** The rows shown are those of an earlier question. */
  readonly isStale: boolean;
  readonly error: unknown;
  refresh(): void;
}

interface Answer<Row> {
  readonly key: string;
  readonly rows: readonly Row[] | undefined;
  readonly count: number;
  readonly error?: unknown;
}

/** Asks for a page of a resource; the former page stays until the next one has arrived. @public */
export function useListData<Row extends ListRow>(resource: string, q: unknown): ListData<Row> {
  const { api } = usePlugin();
  const [version, setVersion] = useState(0);
  const [answer, setAnswer] = useState<Answer<Row>>({ key: '', rows: undefined, count: 0 });
  // The text is the identity of the question: a new but equal object asks nothing.
  const text = encodeRison(q);
  const key = `${resource}|${text}|${version}`;
  useEffect(() => {
    const abort = new AbortController();
    api
      .get<{ count: number; result: readonly Row[] }>(`/api/v1/${resource}/`, { q: decodeRison(text), signal: abort.signal })
      .then(
        ({ count, result }) => !abort.signal.aborted && setAnswer({ key, rows: result, count }),
        (error: unknown) => !abort.signal.aborted && setAnswer((before) => ({ ...before, key, error })),
      );
    return () => abort.abort();
  }, [api, resource, text, key]);
  const refresh = useCallback(() => setVersion((before) => before + 1), []);
  const isStale = answer.key !== key;
  return { rows: answer.rows, count: answer.count, isStale, error: isStale ? undefined : answer.error, refresh };
}
