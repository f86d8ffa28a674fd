import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PostProcessingStep } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { Cell, Column } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import { runSteps } from './run-steps.ts';

interface Vector {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly input: { readonly rows: readonly Readonly<Record<string, Cell>>[]; readonly datetime_columns: readonly string[] };
  readonly options: { readonly post_processing: readonly PostProcessingStep[] };
  readonly expected: { readonly columns: readonly (string | readonly string[])[]; readonly rows: readonly (readonly Cell[])[]; readonly index?: readonly Cell[]; readonly message?: string; readonly error?: string };
  readonly upstream_defect?: string;
}

const all = (JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] }).vectors;
const vectors = all.filter((vector) => vector.category === 'post_processing' && !vector.upstream_defect);

const close = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(9)) : Array.isArray(value) ? value.map(close) : value);

describe('post-processing (contract §6)', () => {
  it.each(vectors.map((vector) => [vector.id, vector.name, vector] as const))('%s %s', (_, __, { input, options, expected }) => {
    const names = [...new Set(input.rows.flatMap((row) => Object.keys(row)))];
    const isTime = (name: string): boolean => input.datetime_columns.includes(name);
    const columns = names.map(
      (name): Column => ({
        key: [name],
        values: input.rows.map((row) => (isTime(name) && typeof row[name] === 'string' ? Date.parse(`${row[name]}T00:00:00Z`) : (row[name] ?? null))),
        ...(isTime(name) && { generic: GenericType.Temporal }),
      }),
    );
    const run = () => runSteps(createFrame(columns, input.rows.length), options.post_processing);
    if (expected.message !== undefined) {
      expect(run).toThrow(expected.message);
      return;
    }
    const frame = run();
    const print = (column: Column, row: number): unknown => {
      const value = column.values[row] ?? null;
      return column.generic === GenericType.Temporal && typeof value === 'number' ? new Date(value).toISOString().slice(0, 19) : close(value);
    };
    expect(frame.columns.map(({ key }) => (key.length === 1 ? key[0] : key))).toEqual(expected.columns);
    expect(Array.from({ length: frame.rowCount }, (_unused, row) => frame.columns.map((column) => print(column, row)))).toEqual(close(expected.rows));
    if (expected.index && frame.index.length > 0) expect(expected.index).toEqual(Array.from({ length: frame.rowCount }, (_unused, row) => print(frame.index[0]!, row)));
  });
});
