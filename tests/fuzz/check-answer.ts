import type { TestAnswer } from '../../kernel/server/testing/start-test-kernel.ts';
import type { FuzzApp } from './fuzz-app.ts';

/** No answer may take longer, on a machine others use too. */
const MOST_MS = 20_000;

/** What only the inside of the server knows: its call stacks, its modules, and connection texts with a password in them (`user:password@` is the form's own example). */
const INSIDES: readonly RegExp[] = [/\n\s+at \S+.*:\d+:\d+/, /\\n\s+at [^"]*:\d+:\d+/, /node:internal/, /node_modules/, /[a-z][a-z0-9+]*:\/\/[\w.%-]+:(?!XXXXXXXXXX@|password@)[^\s"@/]+@/i];

/** An answer and how long it took. */
export interface TimedAnswer {
  readonly answer: TestAnswer;
  readonly ms: number;
}

export async function timed(ask: () => Promise<TestAnswer>): Promise<TimedAnswer> {
  const began = performance.now();
  const answer = await ask();
  return { answer, ms: performance.now() - began };
}

/** What holds for every answer: no 5xx, an error body the contract knows, no secret, in bounded time. */
export function problemOf(fuzz: Pick<FuzzApp, 'app' | 'secrets'>, { answer, ms }: TimedAnswer): string | undefined {
  const { status, text, json } = answer;
  if (status >= 500) return `status ${status}: ${fuzz.app.logged.filter((line) => line.includes('"A request failed"')).at(-1)?.slice(0, 2500) ?? ''} ${text.slice(0, 300)}`;
  if (ms > MOST_MS) return `took ${Math.round(ms)} ms`;
  const secret = fuzz.secrets.find((one) => text.includes(one));
  if (secret !== undefined) return `the answer holds the secret ${secret.slice(0, 6)}…: ${around(text, secret)}`;
  if (status < 400) return undefined;
  const inside = INSIDES.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
  if (inside !== undefined) return `an error tells of the inside: ${around(text, inside)}`;
  return isErrorBody(json) ? undefined : `status ${status} with no body of the contract: ${text.slice(0, 200)}`;
}

/** The four shapes of contract §0.4; flat and legacy ones may carry more keys. */
export function isErrorBody(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { message, errors, error } = body as Readonly<Record<string, unknown>>;
  if (errors !== undefined && !(Array.isArray(errors) && errors.length > 0 && errors.every(isSip40))) return false;
  return errors !== undefined || (typeof message === 'string' && message !== '') || (typeof message === 'object' && message !== null) || typeof error === 'string';
}

const isSip40 = (one: unknown): boolean => typeof one === 'object' && one !== null && typeof (one as { message?: unknown }).message === 'string' && 'error_type' in one && 'level' in one;

/** The text near what was found. */
export function around(text: string, found: string): string {
  const at = text.indexOf(found);
  return text.slice(Math.max(0, at - 200), at + found.length + 100);
}
