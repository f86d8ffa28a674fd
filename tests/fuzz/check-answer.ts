import type { TestAnswer } from '../../kernel/server/testing/start-test-kernel.ts';
import type { FuzzApp } from './fuzz-app.ts';

/** No answer may take longer, on a machine others use too. */
const MOST_MS = 10_000;

/** An answer and how long it took. */
export async function timed(ask: () => Promise<TestAnswer>): Promise<{ readonly answer: TestAnswer; readonly ms: number }> {
  const began = performance.now();
  const answer = await ask();
  return { answer, ms: performance.now() - began };
}

/** What holds for every answer: no 5xx, a body the contract knows, no secret, in bounded time. */
export function problemOf(fuzz: FuzzApp, { answer, ms }: { readonly answer: TestAnswer; readonly ms: number }): string | undefined {
  if (answer.status >= 500) return `status ${answer.status}: ${answer.text.slice(0, 300)} – log: ${fuzz.app.logged.filter((line) => line.includes('"A request failed"')).at(-1)?.slice(0, 2500) ?? ''}`;
  if (ms > MOST_MS) return `took ${Math.round(ms)} ms`;
  const secret = fuzz.secrets.find((text) => answer.text.includes(text));
  if (secret !== undefined) return `the answer holds the secret ${secret.slice(0, 6)}…: ${around(answer.text, secret)}`;
  if (answer.status >= 400 && (typeof answer.json !== 'object' || answer.json === null || !['message', 'errors', 'error'].some((key) => key in (answer.json as object)))) return `status ${answer.status} without a message: ${answer.text.slice(0, 200)}`;
  return undefined;
}

/** The text near what was found. */
export function around(text: string, found: string): string {
  const at = text.indexOf(found);
  return text.slice(Math.max(0, at - 200), at + found.length + 100);
}
