import { useEffect, useState } from 'react';
import { usePlugin } from '@orrery/sdk/web';
import { FilterTypes } from '../../contract.ts';
import type { FilterTypeCode, NativeFilter } from '../../contract.ts';
import { isDivider } from '../load/dashboard-model.ts';

/** A filter type whose code is here, or why it is not. */
export type FilterCode = { readonly pluginId: string; readonly code: FilterTypeCode } | Error;
export type FilterCodes = Readonly<Record<string, FilterCode>>;

/** The code of every filter type a dashboard uses, by type; types still on their way are missing. */
export function useFilterCodes(filters: readonly NativeFilter[]): { readonly codes: FilterCodes; readonly retry: () => void } {
  const { points } = usePlugin();
  const [codes, setCodes] = useState<FilterCodes>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isLive = true;
    const types = new Set(filters.filter((filter) => !isDivider(filter)).map((filter) => filter.filterType));
    for (const type of types) {
      const settle = (code: FilterCode) => isLive && setCodes((last) => ({ ...last, [type]: code }));
      points.load(FilterTypes, type).then(
        (code) => settle({ code, pluginId: points.find(FilterTypes, type)?.pluginId ?? '' }),
        (error: unknown) => settle(error instanceof Error ? error : new Error(String(error))),
      );
    }
    return () => {
      isLive = false;
    };
  }, [points, filters, attempt]);
  return { codes, retry: () => setAttempt((last) => last + 1) };
}
