import type { LayoutNode } from './parse-layout.ts';

/** Pixels per unit of height (DASH-022). */
const UNIT = 8;
const DEFAULT_WIDTH = 4;
const DEFAULT_HEIGHT = 50;
const MIN_HEIGHT = 5;

/** Columns a child of a row takes, never more than the row has. */
export function nodeSpan(node: LayoutNode, columns: number): number {
  const width = node.meta['width'];
  return Math.min(columns, Math.max(1, typeof width === 'number' ? width : DEFAULT_WIDTH));
}

/** Height in CSS pixels of a chart or block. */
export function nodeHeight(node: LayoutNode): number {
  const height = node.meta['height'];
  return UNIT * Math.max(MIN_HEIGHT, typeof height === 'number' ? height : DEFAULT_HEIGHT);
}
