import type { TranslateArgs } from '@orrery/sdk/web';

const PATTERN = /^%([\w.~-]+?)(?::([^%]*))?%$/;

/** Turns `%control.metrics.label%` or `%validation.exceeds:100%` into a text; other texts stay as they are. */
export function resolveText(text: string, t: (key: string, args?: TranslateArgs) => string): string {
  const match = PATTERN.exec(text);
  const key = match?.[1];
  if (key === undefined) return text;
  const found = t(key, { value: match?.[2] ?? '' });
  if (found !== key) return found;
  // A key nobody translated: its most telling part is better than nothing.
  const parts = key.split('.').filter((part) => part !== 'label' && part !== 'description');
  return (parts.at(-1) ?? key).replaceAll(/[_-]+/g, ' ');
}
