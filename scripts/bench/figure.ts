/** One measured figure. `budget` is the most it may be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly budget: number | null;
  readonly pass: boolean | null;
}

export function figure(name: string, value: number, unit: string, budget: number | null = null): Figure {
  const rounded = Math.round(value * 1000) / 1000;
  return { name, value: rounded, unit, budget, pass: budget === null ? null : rounded <= budget };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
