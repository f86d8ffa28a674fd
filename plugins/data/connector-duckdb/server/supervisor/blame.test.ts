import { describe, expect, it } from 'vitest';
import { ConnectorError } from '@orrery/sdk/server';
import { judge } from './blame.ts';
import { Job } from './job.ts';

const job = (id: number, over: Partial<Pick<Job, 'isSuspect' | 'hasDelivered' | 'attempts'>> = {}): Job =>
  Object.assign(new Job(id, { kind: 'query', sql: '', maxRows: 1, admit: true }, { ack() {}, abandon() {} }), { attempts: 1 }, over);

describe('judge', () => {
  it('blames the only query', () => {
    const only = job(1);
    expect(judge([only], undefined)).toEqual({ culprit: only, retry: [], lost: [] });
  });

  it('blames the query the engine was killed for and repeats the others', () => {
    const [slow, other] = [job(1), job(2)];
    slow.answer.catch(() => undefined);
    slow.fail(new ConnectorError('timeout', 'late'));
    expect(judge([slow, other], slow)).toEqual({ culprit: slow, retry: [other], lost: [] });
    expect(other.isSuspect).toBe(false);
  });

  it('suspects all when it cannot know, and blames the one suspect of the next death', () => {
    const [a, b, c] = [job(1), job(2), job(3)];
    expect(judge([a, b], undefined)).toEqual({ culprit: undefined, retry: [a, b], lost: [] });
    expect([a.isSuspect, b.isSuspect]).toEqual([true, true]);
    expect(judge([a, c], undefined)).toEqual({ culprit: a, retry: [c], lost: [] });
    expect(c.isSuspect).toBe(false);
  });

  it('repeats nothing whose rows were handed out, and nothing for ever', () => {
    const [read, tired, other] = [job(1, { hasDelivered: true }), job(2, { attempts: 3 }), job(3)];
    expect(judge([read, tired, other], undefined)).toEqual({ culprit: undefined, retry: [other], lost: [read, tired] });
  });
});
