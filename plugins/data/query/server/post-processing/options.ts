import { QueryError } from '../query-error.ts';
import type { Aggregator } from './aggregators.ts';
import { aggregatorOf } from './aggregators.ts';
import { textOf } from '../context/text-of.ts';

/** Options of a step, as the client sent them. */
export type Options = Readonly<Record<string, unknown>>;

/** Refuses option names a step does not know. */
export function checkNames(operation: string, options: Options, allowed: readonly string[]): void {
  const unknown = Object.keys(options).filter((name) => !allowed.includes(name));
  if (unknown.length > 0) throw new QueryError(`Unknown option for the operation ${operation}: ${unknown.join(', ')}`);
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

/** `{source: target}`; a null target is kept as null. */
export function renames(value: unknown): readonly (readonly [string, string | null])[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).map(([from, to]: [string, unknown]) => [from, to === null || to === undefined ? null : textOf(to)] as const);
}

/** One aggregate of `pivot` and `aggregate`. */
export interface AggregateSpec {
  readonly target: string;
  readonly source: string;
  readonly fold: Aggregator;
}

export function aggregates(value: unknown): readonly AggregateSpec[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).map(([target, spec]: [string, unknown]) => {
    const { column, operator, options } = (spec ?? {}) as { column?: unknown; operator?: unknown; options?: unknown };
    if (typeof operator !== 'string') throw new QueryError('Operator undefined for aggregator: ' + target);
    return { target, source: typeof column === 'string' ? column : target, fold: aggregatorOf(operator, (options ?? {}) as Options) };
  });
}
