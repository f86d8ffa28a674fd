const STEPS: readonly (readonly [limitSeconds: number, unitSeconds: number, unit: string, one: string])[] = [
  [60, 1, 'seconds', 'a second'],
  [3_600, 60, 'minutes', 'a minute'],
  [86_400, 3_600, 'hours', 'an hour'],
  [2_592_000, 86_400, 'days', 'a day'],
  [31_536_000, 2_592_000, 'months', 'a month'],
  [Number.POSITIVE_INFINITY, 31_536_000, 'years', 'a year'],
];

/** English relative text of an instant, as `*_humanized` fields answer it: `now`, `3 days ago`, `a month ago`. Epoch ms. @public */
export function humanizeTime(ms: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - ms) / 1000));
  if (seconds < 1) return 'now';
  const [, unitSeconds, unit, one] = STEPS.find(([limit]) => seconds < limit) ?? STEPS[STEPS.length - 1]!;
  const amount = Math.floor(seconds / unitSeconds);
  return amount === 1 ? `${one} ago` : `${amount} ${unit} ago`;
}
