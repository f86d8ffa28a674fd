import { afterAll, describe, expect, it } from 'vitest';
import { GenericType } from '@orrery/sdk';
import type { Frame } from '../frame/frame.ts';
import { createFrame } from '../frame/frame.ts';
import { QueryError } from '../query-error.ts';
import { runFrameTask } from './frame-task.ts';
import type { FrameTask } from './frame-task.ts';
import { createFrameThread } from './frame-thread.ts';

const thread = createFrameThread(0);
afterAll(() => thread.dispose());
const { signal } = new AbortController();

function frame(rows: number): Frame {
  const all = Array.from({ length: rows }, (_, row) => row);
  return createFrame(
    [
      { key: ['ts'], values: all.map((row) => Math.floor(row / 10) * 86_400_000), generic: GenericType.Temporal },
      { key: ['kind'], values: all.map((row) => (row % 10 === 9 ? null : `k${row % 10}`)), generic: GenericType.String },
      { key: ['n'], values: all.map((row) => (row % 7 === 0 ? null : row / 3)), generic: GenericType.Numeric },
      { key: ['long'], values: all.map(() => '9007199254740993'), generic: GenericType.Numeric },
    ],
    rows,
  );
}

const pivot: FrameTask = {
  kind: 'steps',
  steps: [{ operation: 'pivot', options: { index: ['ts'], columns: ['kind'], aggregates: { n: { operator: 'mean' } } } }, { operation: 'flatten' }],
};

describe('frames in a thread', () => {
  it.each<readonly [string, FrameTask]>([
    ['steps', pivot],
    ['a forecast', { kind: 'steps', steps: [{ operation: 'aggregate', options: { groupby: ['ts'], aggregates: { n: { operator: 'sum' } } } }, { operation: 'prophet', options: { time_grain: 'P1D', periods: 3, confidence_interval: 0.8, index: 'ts' } }] }],
    ['a pivot table', { kind: 'present', form: { viz_type: 'pivot_table_v2', groupbyRows: ['kind'], metrics: ['n'], colTotals: true }, names: { n: 'Number' } }],
    ['a table', { kind: 'present', form: { viz_type: 'table', column_config: { n: { d3NumberFormat: ',.2f' } } }, names: {} }],
  ])('answer %s as they do without one', async (_, task) => {
    const [there, here] = [await thread.run(frame(300), task, signal), await runFrameTask(frame(300), task)];
    expect(there.head).toEqual(here.head);
    expect(there.data.toString()).toBe(here.data.toString());
    expect(here.data.length).toBeGreaterThan(100);
  }, 60_000);

  it('tell what is wrong with options, and go on', async () => {
    const wrong = thread.run(frame(10), { kind: 'steps', steps: [{ operation: 'cum', options: { operator: 'sum', columns: { nope: 'x' } } }] }, signal);
    await expect(wrong).rejects.toBeInstanceOf(QueryError);
    await expect(wrong).rejects.toThrow('Referenced columns not available in DataFrame.');
    expect((await thread.run(frame(10), pivot, signal)).head.rowcount).toBe(1);
  }, 60_000);

  it('wait for each other, and end with whoever asked', async () => {
    const controller = new AbortController();
    const [first, second] = [thread.run(frame(200_000), pivot, controller.signal), thread.run(frame(20), pivot, signal)];
    setTimeout(() => controller.abort(), 30);
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect((await second).head.rowcount).toBe(2);
    await expect(thread.run(frame(20), pivot, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  }, 60_000);

  it('refuse what takes too long', async () => {
    const hurried = createFrameThread(0, 1);
    await expect(hurried.run(frame(50_000), pivot, signal)).rejects.toThrow(/takes too long/);
    hurried.dispose();
  }, 60_000);

  it('leave the event loop free', async () => {
    const large = frame(150_000);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const started = performance.now();
    const { head } = await thread.run(large, pivot, signal);
    const took = performance.now() - started;
    clearInterval(timer);
    expect(head.rowcount).toBe(15_000);
    // Done here, the work would let no timer run at all.
    expect(ticks).toBeGreaterThan(took / 100);
  }, 60_000);
});
