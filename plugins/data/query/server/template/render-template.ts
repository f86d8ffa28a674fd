import { HttpError } from '@orrery/sdk/server';
import { QueryError } from '../query-error.ts';
import { TimeRangeError } from '../time/time-range-error.ts';
import { TIME_FILTER_SHAPE } from './macros/filter-macros.ts';
import type { Macro, MacroEffects, TemplateScope } from './macros/macro.ts';
import { bindArguments, isMap } from './macros/macro.ts';
import type { MapShape, TemplateValue } from './python-text.ts';
import { shapeName } from './python-text.ts';
import { rewriteTemplate } from './rewrite-template.ts';
import type { RenderSandbox } from './sandbox/render-sandbox.ts';
import type { TemplateCall } from './sandbox/render-protocol.ts';

/** Longest template, in characters. */
const MAX_TEMPLATE = 262_144;
/** Calls whose arguments are answers of calls, so deep. */
const MAX_ROUNDS = 12;

/** A template that cannot be rendered; `line` counts from 1. */
export class TemplateError extends QueryError {
  readonly line: number | null;
  readonly isSyntax: boolean;
  constructor(message: string, line: number | null, isSyntax: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.line = line;
    this.isSyntax = isSyntax;
  }
}

/** A rendered text and what its macros did. */
export interface RenderedTemplate extends MacroEffects {
  readonly text: string;
  readonly undefinedNames: readonly string[];
}

/** Finds a macro by name for given arguments. */
export interface MacroTable {
  readonly functions: readonly string[];
  readonly filters: readonly string[];
  find(name: string, given: readonly TemplateValue[]): Macro | undefined;
}

function collectShapes(value: TemplateValue, shapes: Record<string, MapShape>): void {
  if (Array.isArray(value)) for (const item of value as readonly TemplateValue[]) collectShapes(item, shapes);
  else if (isMap(value)) {
    const keys = Object.keys(value);
    shapes[shapeName(keys)] ??= { keys };
    for (const item of Object.values(value)) collectShapes(item, shapes);
  }
}

interface Answer {
  readonly value: TemplateValue;
  readonly effects: MacroEffects;
  /** Thrown only when the last rendering still needs the answer: calls made with values not known yet may make no sense. */
  readonly failure?: unknown;
}

async function answerCall({ name, args }: TemplateCall, macros: MacroTable, scope: TemplateScope): Promise<Answer> {
  const effects: MacroEffects = { cacheKeys: [], applied: [], removed: [] };
  try {
    const macro = macros.find(name, args);
    if (!macro) throw new Error('is not known');
    const bound = macro.params.length > 0 ? bindArguments(macro, args) : {};
    return { value: await macro.run(scope, bound, effects), effects };
  } catch (error) {
    const isOurs = error instanceof HttpError || error instanceof QueryError || error instanceof TimeRangeError;
    return { value: null, effects, failure: isOurs ? error : new TemplateError(`${name}: ${error instanceof Error ? error.message : String(error)}`, null, false, error) };
  }
}

/**
 * Renders a template: the sandbox says which calls it needs, they are answered here, and it renders again until it needs
 * none. Only calls of the last rendering count, so that a branch not taken has no effect.
 */
export async function renderTemplate(source: string, scope: TemplateScope, macros: MacroTable, sandbox: RenderSandbox): Promise<RenderedTemplate> {
  if (source.length > MAX_TEMPLATE) throw new TemplateError('the template is too long', null, false);
  const { text, expressions } = rewriteTemplate(source);
  const answers = new Map<string, Answer>();
  const known: Record<string, TemplateValue> = {};
  const shapes: Record<string, MapShape> = { [shapeName(TIME_FILTER_SHAPE.keys)]: TIME_FILTER_SHAPE };
  collectShapes(scope.variables, shapes);
  // A parameter must not take a macro's place.
  const variables = Object.fromEntries(Object.entries(scope.variables).filter(([name]) => !macros.functions.includes(name) && !name.startsWith('__')));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outcome = await sandbox.render({ text, expressions, variables, functions: macros.functions, filters: macros.filters, known, shapes });
    const missing = outcome.calls.filter(({ key }) => !answers.has(key));
    if (missing.length === 0 || outcome.isBroken) {
      const failed = outcome.calls.find(({ key }) => answers.get(key)?.failure !== undefined);
      if (failed) throw answers.get(failed.key)!.failure;
      if (outcome.error) throw new TemplateError(outcome.error.message, outcome.error.line, outcome.error.isSyntax);
      const used = outcome.calls.map(({ key }) => answers.get(key)!.effects);
      const unique = (pick: (effects: MacroEffects) => readonly string[]): string[] => [...new Set(used.flatMap(pick))];
      return { text: outcome.text, undefinedNames: outcome.undefinedNames, cacheKeys: used.flatMap(({ cacheKeys }) => cacheKeys), applied: unique(({ applied }) => applied), removed: unique(({ removed }) => removed) };
    }
    const found = await Promise.all(missing.map((call) => answerCall(call, macros, scope)));
    found.forEach((answer, at) => {
      const { key } = missing[at]!;
      answers.set(key, answer);
      known[key] = answer.value;
      collectShapes(answer.value, shapes);
    });
  }
  throw new TemplateError('calls within calls are nested too deeply', null, false);
}
