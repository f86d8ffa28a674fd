import type { Environment } from 'minijinja-js';
import { pythonFormat } from '../python-format.ts';
import type { MapShape, TemplateValue } from '../python-text.ts';
import { pythonText, pythonType } from '../python-text.ts';
import type { RenderOutcome, RenderRequest, TemplateCall } from './render-protocol.ts';
import { callKey } from './render-protocol.ts';

/** Steps a template may take; a report of a thousand lines takes some ten thousand. */
const FUEL = 400_000;
const MAX_OUTPUT = 2_000_000;
const MAX_CALLS = 500;
const INLINE_IF = /\sif\s(?!.*\selse\s)/s;

/** The engine hands maps as Map; everything else of ours is plain. */
function plain(value: unknown): TemplateValue {
  if (value instanceof Map) return Object.fromEntries([...(value as Map<string, unknown>)].map(([key, item]) => [key, plain(item)]));
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'bigint' ? Number(value) : (value as TemplateValue);
}

/**
 * Renders once with what is known. A call without a known answer has no value yet: the caller looks it up and renders
 * again. A function that threw would break the engine, so that none of these does.
 */
export function renderOnce(makeEnvironment: () => Environment, request: RenderRequest): RenderOutcome {
  const calls = new Map<string, TemplateCall>();
  const undefinedNames = new Set<string>();
  const shapes = new Map<string, MapShape>(Object.entries(request.shapes));
  const outcome = (text: string, rest: Partial<RenderOutcome> = {}): RenderOutcome => ({ text, calls: [...calls.values()], undefinedNames: [...undefinedNames], ...rest });

  const answer = (name: string) => (...given: unknown[]): unknown => {
    try {
      const args = given.map(plain);
      const key = callKey(name, args);
      if (calls.size < MAX_CALLS) calls.set(key, { key, name, args });
      return Object.hasOwn(request.known, key) ? request.known[key] : undefined;
    } catch {
      return undefined;
    }
  };

  let environment: Environment | undefined;
  try {
    environment = makeEnvironment();
    environment.fuel = FUEL;
    environment.undefinedBehavior = 'lenient';
    environment.keepTrailingNewline = true;
    environment.enablePyCompat();
    for (const name of request.functions) environment.addGlobal(name, answer(name));
    for (const name of request.filters) environment.addFilter(name, answer(name));
    environment.addFilter('format', (format: unknown, ...values: unknown[]) => pythonFormat(format, ...values));
    environment.addFilter('__text', (value: unknown) => pythonText(value, shapes));
    environment.addGlobal('__undefined', (at: unknown) => {
      const expression = request.expressions[Number(at)] ?? '';
      // An inline `if` without `else` is meant to print nothing.
      if (INLINE_IF.test(expression)) return '';
      undefinedNames.add(expression);
      return `{{ ${expression} }}`;
    });
    environment.addGlobal('__unsafe', (value: unknown, name: unknown) => `{{ undefined value printed: access to attribute '${String(name)}' of '${pythonType(value)}' object is unsafe. }}`);
    const text = environment.renderStr(request.text, request.variables);
    if (text.length > MAX_OUTPUT) return outcome('', { error: { message: 'the rendered text is too long', line: null, isSyntax: false } });
    return outcome(text);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return outcome('', { isBroken: true, error: { message: 'the template needs more memory than it may have', line: null, isSyntax: false } });
    const full = error instanceof Error ? error.message : String(error);
    const message = full.split('\n')[0]!.replace(/ \(in <string>:(\d+)\)$/, '');
    const line = /\(in <string>:(\d+)\)/.exec(full)?.[1];
    return outcome('', { error: { message, line: line === undefined ? null : Number(line), isSyntax: /^(?:syntax error|unknown filter|unknown test)/.test(message) } });
  } finally {
    try {
      environment?.free();
    } catch {
      // After a panic the environment counts as borrowed; it goes with the sandbox.
    }
  }
}
