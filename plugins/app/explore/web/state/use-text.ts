import { useMemo } from 'react';
import { useT } from '@orrery/sdk/web';
import { resolveText } from '../model/resolve-text.ts';

/** Resolves texts of control panels; see {@link resolveText}. */
export function useText(): (text: string) => string {
  const t = useT();
  return useMemo(() => (text: string) => resolveText(text, t), [t]);
}
