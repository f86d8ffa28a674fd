import { useEffect, useState } from 'react';
import type { FormData } from '@orrery/sdk';
import type { ChartDeps } from './chart-deps.ts';

/** True when every format the chart names is known; at once for all charts but those that name a contributed one. */
export function useContributedFormats({ formats }: Pick<ChartDeps, 'formats'>, formData: FormData): boolean {
  const missing = formats.missing(formData).join(' ');
  const [, setLoaded] = useState('');
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
