import { expect, it } from 'vitest';
import { isEventId, isLater, readEvent } from './job-event.ts';

it('[ASYNC-08] compares ids by their numbers, not as texts', () => {
  expect(isLater('1000-0', '999-5')).toBe(true);
  expect(isLater('1000-10', '1000-9')).toBe(true);
  expect(isLater('1000-9', '1000-9')).toBe(false);
  expect(isLater('1000-9', '1000-10')).toBe(false);
  expect(isLater('0-0', undefined)).toBe(true);
  expect(['1-0', '1', '1-', 'x-1', '1-0 ', 7].map(isEventId)).toEqual([true, false, false, false, false, false]);
});

it('[ASYNC-02] reads events whatever is left out, and nothing else', () => {
  const event = { id: '1-0', job_id: 'a', status: 'done', errors: [], result_url: '/x' };
  expect(readEvent({ ...event, channel_id: 'c', user_id: 1 })).toEqual(event);
  expect(readEvent({ id: '1-0', job_id: 'a', status: 'pending', errors: [{ message: 'x' }, 'y', null, {}] })).toEqual({ ...event, status: 'running', errors: [{ message: 'x' }], result_url: null });
  for (const other of [null, 'x', [], {}, { ...event, id: 'x' }, { ...event, job_id: 1 }]) expect(readEvent(other)).toBeUndefined();
});
