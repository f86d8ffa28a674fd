import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTelemetry } from './create-telemetry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[GEN-10] sends one batch after a second, with the guest token, and at most 1,024 events in one', () => {
  const send = vi.fn((_fields: Readonly<Record<string, string>>) => true);
  const queue = createTelemetry(send, () => 'guest');
  queue.event('home', 'spa_navigation', { path: '/' });
  vi.advanceTimersByTime(999);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(JSON.parse(send.mock.calls[0]?.[0]['events'] ?? '')).toMatchObject([{ event_name: 'spa_navigation', source: 'home', path: '/' }]);
  expect(send.mock.calls[0]?.[0]['guest_token']).toBe('guest');
  for (let at = 0; at < 1025; at += 1) queue.event('home', 'click');
  expect(send).toHaveBeenCalledTimes(2);
  queue.flush();
  expect(send).toHaveBeenCalledTimes(3);
});
