import type { DataRow } from '@orrery/sdk';
import { matchRule, schemeColor } from '@orrery/sdk/chart';
import type { FormattingRule } from '@orrery/sdk/chart';
import type { ThemeTokens } from '@orrery/sdk/web';

/** Opacity grows from the threshold to the extreme value, so that the strongest cells stand out. */
const LEAST_OPACITY = 0.08;
const MOST_OPACITY = 0.5;

/** The background of a cell under the first rule that applies; undefined for none. */
export function cellColor(rules: readonly FormattingRule[], values: readonly number[], theme: ThemeTokens): (value: DataRow[string] | undefined) => string | undefined {
  if (rules.length === 0) return () => undefined;
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return (value) => {
    const rule = matchRule(rules, value);
    if (!rule) return undefined;
    const share = typeof value === 'number' && high > low ? strength(rule, value, low, high) : 1;
    return `color-mix(in srgb, ${schemeColor(rule, theme)} ${Math.round((LEAST_OPACITY + share * (MOST_OPACITY - LEAST_OPACITY)) * 100)}%, transparent)`;
  };
}

/** 0 at the threshold, 1 at the extreme value beyond it. */
function strength({ operator = 'None', targetValue, targetValueLeft }: FormattingRule, value: number, low: number, high: number): number {
  if (operator === '=') return 1;
  const downwards = operator === '<' || operator === '≤';
  const threshold = operator === 'None' || operator === '≠' ? low : Number(targetValueLeft ?? targetValue ?? low);
  const extreme = downwards ? low : high;
  return extreme === threshold ? 1 : Math.max(0, Math.min(1, (value - threshold) / (extreme - threshold)));
}
