import type { Cell } from '../../frame/frame.ts';
import { compareCells } from '../../frame/frame.ts';
import type { PivotSide } from './pivot-options.ts';

/** Where a value belongs on one side: a value per attribute; a shorter key is a subtotal, the empty one the total. */
export type PivotKey = readonly Cell[];

/** One line of a side of the table. */
export interface PivotLine {
  readonly key: PivotKey;
  readonly id: string;
  readonly kind: 'line' | 'subtotal' | 'total';
}

export const keyId = (key: PivotKey): string => JSON.stringify(key);

/** Every key a value counts for: its own, and those of the totals above it. */
export function keysAbove(key: PivotKey): readonly PivotKey[] {
  return Array.from({ length: key.length + 1 }, (_, depth) => key.slice(0, key.length - depth));
}

/** The lines of a side in the order they stand in the table. `rank` gives the place of a first-level metric; `valueOf` a line's total, for sorting by value. */
export function orderLines(side: PivotSide, keys: readonly PivotKey[], rank: (value: Cell, level: number) => number | undefined, valueOf: (id: string) => Cell): readonly PivotLine[] {
  const byValue = side.order.startsWith('value');
  const sign = side.order.endsWith('z_to_a') ? -1 : 1;

  function compare(a: PivotKey, b: PivotKey): number {
    for (let level = 0; level < a.length; level++) {
      const [x, y] = [a[level]!, b[level]!];
      if (x === y) continue;
      const [left, right] = [rank(x, level), rank(y, level)];
      // Metrics keep the order they were chosen in.
      if (left !== undefined && right !== undefined) return left - right;
      if (byValue) {
        const difference = compareCells(valueOf(keyId(a.slice(0, level + 1))), valueOf(keyId(b.slice(0, level + 1))));
        if (difference !== 0) return sign * difference;
      }
      return (byValue ? 1 : sign) * compareCells(x, y);
    }
    return 0;
  }

  function group(sorted: readonly PivotKey[], depth: number): readonly PivotLine[] {
    if (depth === side.attributes.length) return sorted.map((key) => ({ key, id: keyId(key), kind: 'line' as const }));
    const lines: PivotLine[] = [];
    for (let at = 0; at < sorted.length; ) {
      let end = at + 1;
      while (end < sorted.length && sorted[end]![depth] === sorted[at]![depth]) end++;
      const inside = group(sorted.slice(at, end), depth + 1);
      const isGroup = side.hasSubtotals && depth < side.attributes.length - 1;
      const prefix = sorted[at]!.slice(0, depth + 1);
      const subtotal: readonly PivotLine[] = isGroup ? [{ key: prefix, id: keyId(prefix), kind: 'subtotal' }] : [];
      lines.push(...(side.subtotalFirst ? [...subtotal, ...inside] : [...inside, ...subtotal]));
      at = end;
    }
    return lines;
  }

  const lines = group([...keys].sort(compare), 0);
  return side.hasTotal && side.attributes.length > 0 ? [...lines, { key: [], id: keyId([]), kind: 'total' }] : lines;
}
