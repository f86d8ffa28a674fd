import { expect, it } from 'vitest';
import { scrollToRow, windowRows } from '../combobox/window-rows.ts';
import { computePlace } from './place-popup.ts';

const viewport = { width: 375, height: 600 };
const popup = { width: 200, height: 300 };

it('opens below, at the start side of the writing direction', () => {
  const anchor = { left: 150, top: 20, width: 40, height: 30 };
  expect(computePlace(anchor, popup, viewport, 'bottom-start', false)).toMatchObject({ left: 150, top: 54 });
  expect(computePlace({ ...anchor, left: 300 }, popup, viewport, 'bottom-start', true).left).toBe(140);
  expect(computePlace({ ...anchor, left: 300 }, popup, viewport, 'bottom-end', false).left).toBe(140);
});

it('flips where there is more room and never leaves the viewport', () => {
  expect(computePlace({ left: 360, top: 550, width: 10, height: 30 }, popup, viewport, 'bottom-start', false)).toEqual({ left: 167, top: 246, maxHeight: 538 });
  const tall = computePlace({ left: 0, top: 280, width: 10, height: 30 }, { width: 100, height: 2000 }, viewport, 'bottom', false);
  expect(tall.left).toBe(8);
  expect(tall.top + tall.maxHeight).toBeLessThanOrEqual(600);
});

it('draws a window of rows and scrolls as little as needed', () => {
  expect(windowRows(1000, 32, 3200, 320)).toEqual({ start: 94, end: 116 });
  expect(windowRows(5, 32, 0, 160)).toEqual({ start: 0, end: 5 });
  expect(scrollToRow(99, 32, 0, 320)).toBe(2880);
  expect(scrollToRow(2, 32, 320, 320)).toBe(64);
  expect(scrollToRow(12, 32, 320, 320)).toBe(320);
});
