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

interface Answer {
  /** The question it answers. */
  readonly asked: unknown;
  readonly status: 'ready' | 'failed';
  readonly values: readonly FilterValue[];
  readonly reason?: string;
  readonly isCut: boolean;
}

const NONE: Omit<Answer, 'asked'> = { status: 'ready', values: [], isCut: false };

/** Fetches a filter's values, again when the filters it depends on change (`query` is then another function). */
export function useOptions({ filter, query }: Pick<FilterInputProps, 'filter' | 'query'>, search: string): Options {
  const [attempt, setAttempt] = useState(0);
  const asked = useMemo(() => ({ context: optionsQuery(filter, search), query, attempt }), [filter, search, query, attempt]);
  const [answer, setAnswer] = useState<Answer>({ asked: undefined, ...NONE });

  useEffect(() => {
    if (!asked.context) return undefined;
    const controller = new AbortController();
    asked.query(asked.context, controller.signal).then(
      ([result]) => {
        const name = result?.colnames[0];
        const values = name === undefined ? [] : (result?.data ?? []).map((row) => row[name] ?? null);
        setAnswer({ asked, status: 'ready', values: [...new Set(values)], isCut: values.length >= OPTION_LIMIT });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setAnswer({ asked, ...NONE, status: 'failed', reason: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => controller.abort();
  }, [asked]);

  const retry = () => setAttempt((last) => last + 1);
  if (!asked.context) return { ...NONE, retry };
  // The earlier values stay while new ones are on their way.
  return { ...answer, status: answer.asked === asked ? answer.status : 'loading', retry };
}
