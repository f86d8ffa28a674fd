/** One executed fact of the contract. */
export interface Vector {
  readonly id: string;
  readonly category: string;
  readonly name?: string;
  readonly input: unknown;
  readonly options: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
  /** Why the reference's answer should not be copied. */
  readonly upstream_defect?: string;
}

/** What came of a vector: two values to compare, or why it cannot be asked yet. */
export type Check = { readonly actual: unknown; readonly expected: unknown } | { readonly skip: string };

/** Asks the product's own public functions. A throw is a failure. */
export type Runner = (vector: Vector) => Check | Promise<Check>;

/** Runners by category. */
export type Runners = Readonly<Record<string, Runner>>;

/** The value, or `{ error: message }` for a refusal. */
export async function outcome(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Naive times are UTC. */
export function readInstant(text: string): number {
  return Math.floor(Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`));
}

const DEFAULT_NOW = '2025-03-15T10:20:30';

/** The moment a vector was executed at. */
export const nowOf = ({ options }: Vector): number => readInstant(String(options['now'] ?? DEFAULT_NOW));
