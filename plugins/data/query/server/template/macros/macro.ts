import type { User } from '@orrery/sdk';
import type { SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../../app/dataset/contract.ts';
import type { RowRule } from '../../../contract.ts';
import type { TemplateValue } from '../python-text.ts';

/** A filter as templates see it: operator in upper case, column by name. */
export interface TemplateFilter {
  readonly op: string;
  readonly col: string;
  readonly val: TemplateValue;
}

/** What a template is rendered for; always with the rights of whoever asks. */
export interface TemplateScope {
  readonly user: User;
  readonly dialect: SqlDialect;
  readonly dataset: DatasetRecord | undefined;
  readonly formData: Readonly<Record<string, unknown>>;
  /** Parameters of the page's address and of the form data; the first wins. */
  readonly urlParams: readonly Readonly<Record<string, unknown>>[];
  readonly filters: readonly TemplateFilter[];
  readonly timeRange: string | null;
  readonly variables: Readonly<Record<string, TemplateValue>>;
  readonly rules: readonly RowRule[];
  /** Epoch ms. */
  readonly now: number;
  /** Datasets within datasets within datasets … */
  readonly depth: number;
}

/** What a macro did besides answering. */
export interface MacroEffects {
  readonly cacheKeys: TemplateValue[];
  /** Columns whose filters were read. */
  readonly applied: string[];
  /** Columns whose filters the template takes care of. */
  readonly removed: string[];
}

/** A function or filter of templates; arguments are bound by name. */
export interface Macro {
  readonly params: readonly string[];
  /** Called as `value|name`. */
  readonly isFilter?: boolean;
  run(scope: TemplateScope, args: Readonly<Record<string, TemplateValue>>, effects: MacroEffects): TemplateValue | Promise<TemplateValue>;
}

/** True for a plain map. */
export function isMap(value: unknown): value is Readonly<Record<string, TemplateValue>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Positional and named arguments by name; named ones arrive as a map at the end. */
export function bindArguments({ params, isFilter = false }: Pick<Macro, 'params' | 'isFilter'>, given: readonly TemplateValue[]): Readonly<Record<string, TemplateValue>> {
  const last = given.at(-1);
  const hasNames = given.length > (isFilter ? 1 : 0) && isMap(last) && Object.keys(last).every((name) => params.includes(name));
  const positional = hasNames ? given.slice(0, -1) : given;
  if (positional.length > params.length) throw new Error(`takes at most ${params.length} arguments`);
  return { ...Object.fromEntries(positional.map((value, at) => [params[at]!, value])), ...(hasNames ? last : {}) };
}
