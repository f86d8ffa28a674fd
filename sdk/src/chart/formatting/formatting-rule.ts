import type { ThemeTokens } from '@orrery/sdk/web';

/** An entry of `conditional_formatting` (viz-controls CC-2). @public */
export interface FormattingRule {
  readonly column?: string;
  readonly operator?: string;
  readonly targetValue?: number | string;
  readonly targetValueLeft?: number | string;
  readonly targetValueRight?: number | string;
  readonly colorScheme?: string;
}

const target = (rule: FormattingRule): number => Number(rule.targetValue ?? Number.NaN);
const left = (rule: FormattingRule): number => Number(rule.targetValueLeft ?? Number.NaN);
const right = (rule: FormattingRule): number => Number(rule.targetValueRight ?? Number.NaN);

/** Operator → whether the rule applies. */
const TESTS: Readonly<Record<string, (value: number, rule: FormattingRule) => boolean>> = {
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

/** The first rule that applies to a value. @public */
export function matchRule(rules: readonly FormattingRule[], value: string | number | boolean | null | undefined): FormattingRule | undefined {
  if (value === null || value === undefined) return undefined;
  return rules.find((rule) => {
    const operator = rule.operator ?? 'None';
    return typeof value === 'number' ? TESTS[operator]?.(value, rule) : TEXT_TESTS[operator]?.(String(value), String(rule.targetValue ?? ''));
  });
}

/** The colour a rule names: one of the theme's, or any CSS colour. @public */
export function schemeColor(rule: FormattingRule, theme: ThemeTokens): string {
  const { success, warning, danger, accent } = theme.colors;
  const named: Readonly<Record<string, string>> = { colorSuccess: success, colorWarning: warning, colorError: danger, colorSuccessBg: success, colorWarningBg: warning, colorErrorBg: danger, Green: success, Red: danger };
  return named[rule.colorScheme ?? ''] ?? rule.colorScheme ?? accent;
}

/** The colour of the first rule that applies to a number. @public */
export function ruleColor(rules: readonly FormattingRule[], value: number, theme: ThemeTokens): string | undefined {
  const rule = matchRule(rules, value);
  return rule && schemeColor(rule, theme);
}
