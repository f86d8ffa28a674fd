import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createToasts } from './toast-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[GEN-06] shows each kind for its time, keeps sticky ones, and suppresses repeats', () => {
  const list = createToasts();
  list.add('info', 'i');
  list.add('warning', 'w');
  list.add('danger', 'd');
  list.add('danger', 'd');
  const stays = list.add('success', 's', { sticky: true });
  const shown = () => list.toasts.map((toast) => toast.message).join('');
  expect(shown()).toBe('iwds');
  vi.advanceTimersByTime(4000);
  expect(shown()).toBe('wds');
  vi.advanceTimersByTime(2000);
  expect(shown()).toBe('ds');
  vi.advanceTimersByTime(2000);
  expect(shown()).toBe('s');
  stays.dispose();
  expect([shown(), vi.getTimerCount()]).toEqual(['', 0]);
});

it('[WCAG 2.2.1] takes nothing away while somebody reads', () => {
  const list = createToasts();
  list.add('info', 'i');
  list.hold(true);
  vi.advanceTimersByTime(9000);
  expect(list.toasts).toHaveLength(1);
  list.hold(false);
  vi.advanceTimersByTime(4000);
  expect(list.toasts).toHaveLength(0);
});
