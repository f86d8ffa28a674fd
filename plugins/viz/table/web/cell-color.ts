import type { DataRow } from '@orrery/sdk';
import type { ThemeTokens } from '@orrery/sdk/web';

/** An entry of `conditional_formatting` (viz-controls CC-2). */
export interface FormattingRule {
  readonly column?: string;
  readonly operator?: string;
  readonly targetValue?: number | string;
  readonly targetValueLeft?: number;
  readonly targetValueRight?: number;
  readonly colorScheme?: string;
}

type Test = (value: number, rule: FormattingRule) => boolean;
const target = (rule: FormattingRule): number => Number(rule.targetValue ?? Number.NaN);
const left = (rule: FormattingRule): number => Number(rule.targetValueLeft ?? Number.NaN);
const right = (rule: FormattingRule): number => Number(rule.targetValueRight ?? Number.NaN);

/** Operator → whether the rule applies. */
const TESTS: Readonly<Record<string, Test>> = {
  None: () => true,
  '>': (value, rule) => value > target(rule),
  '<': (value, rule) => value < target(rule),
  '≥': (value, rule) => value >= target(rule),
  '≤': (value, rule) => value <= target(rule),
  '=': (value, rule) => value === target(rule),
  '≠': (value, rule) => value !== target(rule),
  '< x <': (value, rule) => value > left(rule) && value < right(rule),
  '≤ x ≤': (value, rule) => value >= left(rule) && value <= right(rule),
  '≤ x <': (value, rule) => value >= left(rule) && value < right(rule),
  '< x ≤': (value, rule) => value > left(rule) && value <= right(rule),
};

const TEXT_TESTS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  None: () => true,
  '=': (value, wanted) => value === wanted,
  'begins with': (value, wanted) => value.startsWith(wanted),
  'ends with': (value, wanted) => value.endsWith(wanted),
  containing: (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
  'not containing': (value, wanted) => !value.toLowerCase().includes(wanted.toLowerCase()),
};

/** Opacity grows from the threshold to the extreme value, so that the strongest cells stand out. */
const LEAST_OPACITY = 0.08;
const MOST_OPACITY = 0.5;

/** The background of a cell under the first rule that applies; undefined for none. */
export function cellColor(rules: readonly FormattingRule[], values: readonly number[], theme: ThemeTokens): (value: DataRow[string] | undefined) => string | undefined {
  if (rules.length === 0) return () => undefined;
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const named: Readonly<Record<string, string>> = { colorSuccess: theme.colors.success, colorWarning: theme.colors.warning, colorError: theme.colors.danger, Green: theme.colors.success, Red: theme.colors.danger };
  return (value) => {
    if (value === null || value === undefined) return undefined;
    for (const rule of rules) {
      const operator = rule.operator ?? 'None';
      const applies = typeof value === 'number' ? TESTS[operator]?.(value, rule) : TEXT_TESTS[operator]?.(String(value), String(rule.targetValue ?? ''));
      if (!applies) continue;
      const color = named[rule.colorScheme ?? ''] ?? rule.colorScheme ?? theme.colors.accent;
      const share = typeof value === 'number' && high > low ? Math.abs(value - (operator.includes('<') || operator.includes('≤') ? high : low)) / (high - low) : 1;
      return `color-mix(in srgb, ${color} ${Math.round((LEAST_OPACITY + share * (MOST_OPACITY - LEAST_OPACITY)) * 100)}%, transparent)`;
    }
    return undefined;
  };
}
