import type { MapShape, TemplateValue } from '../python-text.ts';

/** One rendering, as the sandbox is asked for it. */
export interface RenderRequest {
  readonly text: string;
  /** Texts of the output expressions, for undefined ones. */
  readonly expressions: readonly string[];
  readonly variables: Readonly<Record<string, TemplateValue>>;
  /** Names of functions templates may call. */
  readonly functions: readonly string[];
  /** Names of filters answered from outside. */
  readonly filters: readonly string[];
  /** Answers known so far, by {@link callKey}. */
  readonly known: Readonly<Record<string, TemplateValue>>;
  /** How maps are printed, by shape name. */
  readonly shapes: Readonly<Record<string, MapShape>>;
}

/** A call a template made. */
export interface TemplateCall {
  readonly key: string;
  readonly name: string;
  readonly args: readonly TemplateValue[];
}

/** What came of a rendering. */
export interface RenderOutcome {
  readonly text: string;
  /** Every call made, in order, each once. */
  readonly calls: readonly TemplateCall[];
  /** Expressions that had no value. */
  readonly undefinedNames: readonly string[];
  /** Set when the template failed; `line` counts from 1. */
  readonly error?: { readonly message: string; readonly line: number | null; readonly isSyntax: boolean };
  /** The sandbox broke and must be replaced. */
  readonly isBroken?: boolean;
}

/** Name of a call among known answers. */
export function callKey(name: string, args: readonly TemplateValue[]): string {
  return JSON.stringify([name, args], (_, value: unknown) => (value === undefined ? null : value));
}
