import { useEffect, useMemo, useState } from 'react';
import type { FilterValue } from '@orrery/sdk';
import type { FilterInputProps } from '../../../app/dashboard/contract.ts';
import { OPTION_LIMIT, optionsQuery } from './options-query.ts';

/** The values on offer. */
export interface Options {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly values: readonly FilterValue[];
  readonly reason?: string;
  readonly retry: () => void;
  /** There may be values beyond those fetched. */
  readonly isCut: boolean;
}

/** Fetches a filter's values, again when the filters it depends on change (`query` is then another function). */
export function useOptions({ filter, query }: Pick<FilterInputProps, 'filter' | 'query'>, search: string): Options {
  const context = useMemo(() => optionsQuery(filter, search), [filter, search]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<Options, 'retry'>>({ status: 'loading', values: [], isCut: false });

  useEffect(() => {
    if (!context) {
      setState({ status: 'ready', values: [], isCut: false });
      return undefined;
    }
    const controller = new AbortController();
    // The earlier values stay while new ones are on their way.
    setState((last) => ({ ...last, status: 'loading' }));
    query(context, controller.signal).then(
      ([result]) => {
        const name = result?.colnames[0];
        const values = name === undefined ? [] : (result?.data ?? []).map((row) => row[name] ?? null);
        setState({ status: 'ready', values: [...new Set(values)], isCut: values.length >= OPTION_LIMIT });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState({ status: 'failed', values: [], isCut: false, reason: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => controller.abort();
  }, [context, query, attempt]);

  return { ...state, retry: () => setAttempt((last) => last + 1) };
}
