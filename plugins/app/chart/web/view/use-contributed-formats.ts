import { useEffect, useMemo, useState } from 'react';
import type { FormData } from '@orrery/sdk';
import type { ChartDeps } from './chart-deps.ts';

/** True when every format the chart names is known; at once for all charts but those that name a contributed one. */
export function useContributedFormats({ formats }: Pick<ChartDeps, 'formats'>, formData: FormData): boolean {
  const [loaded, setLoaded] = useState('');
  // eslint-disable-next-line react-hooks/exhaustive-deps -- what is missing changes with what was loaded
  const missing = useMemo(() => formats.missing(formData).join(' '), [formats, formData, loaded]);
  useEffect(() => {
    if (missing === '') return;
    let isLive = true;
    const done = () => {
      if (isLive) setLoaded(missing);
    };
    void formats.load(missing.split(' ')).finally(done);
    return () => {
      isLive = false;
    };
  }, [formats, missing]);
  return missing === '';
}
