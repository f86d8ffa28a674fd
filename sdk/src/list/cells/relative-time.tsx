import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePlugin } from '@orrery/sdk/web';

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `3 days ago` in the reader's language; `then` and `now` in epoch ms. Pure. @public */
export function formatRelative(then: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const gap = then - now;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(gap) >= length) ?? ['second', Number.POSITIVE_INFINITY];
  return format.format(unit === 'second' ? 0 : Math.trunc(gap / size), unit);
}

/** Epoch ms of a time of the server: ISO text, `+0000` or no offset meaning UTC; NaN when it is none. Pure. @internal */
export function parseTime(value: string): number {
  const offset = /(?:Z|[+-]\d\d:?\d\d)$/.exec(value)?.[0];
  // `+0000` is no ISO offset; not every browser reads it.
  return Date.parse(offset === undefined ? `${value}Z` : value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

/** How long ago, with the exact time on hover (census GEN-15). Times without an offset are UTC. @public */
export function RelativeTime({ value }: { readonly value: string | null | undefined }): ReactNode {
  const { language } = usePlugin().i18n;
  const [now] = useState(() => Date.now());
  if (!value) return null;
  const then = parseTime(value);
  if (!Number.isFinite(then)) return value;
  return (
    <time className="o-relative-time" dateTime={new Date(then).toISOString()} title={new Date(then).toLocaleString(language)}>
      {formatRelative(then, now, language)}
    </time>
  );
}
