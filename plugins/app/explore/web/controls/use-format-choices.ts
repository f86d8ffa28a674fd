import { useEffect, useState } from 'react';
import type { Contribution } from '@orrery/sdk';
import type { Choice } from '@orrery/sdk/viz';
import type { FormatterContribution } from '@orrery/sdk/web';
import { Formatters, usePlugin } from '@orrery/sdk/web';

const NONE: readonly Choice[] = [];

/** Number formats of other plugins, offered wherever the built-in ones are. */
export function useFormatChoices(choices: readonly Choice[]): readonly Choice[] {
  const { points } = usePlugin();
  const [contributed, setContributed] = useState(NONE);
  const isNumberFormat = choices.some(({ value }) => value === 'SMART_NUMBER');
  useEffect(() => {
    if (!isNumberFormat) return;
    let isLive = true;
    const show = (found: readonly Contribution<FormatterContribution>[]) => {
      const offered = found.filter(({ value }) => value.kind === 'number').map(({ value }) => ({ value: value.id, label: value.title }));
      if (isLive && offered.length > 0) setContributed(offered);
    };
    // Without an answer the built-in formats are enough.
    points.loadAll(Formatters).then(show).catch(() => undefined);
    return () => {
      isLive = false;
    };
  }, [points, isNumberFormat]);
  return isNumberFormat ? contributed : NONE;
}
