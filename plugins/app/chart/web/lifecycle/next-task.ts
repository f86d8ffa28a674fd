import type { Disposable } from '@orrery/sdk';

/** Runs `work` in a task of its own, after what the browser already has to do; sooner than timers, which wait at least 4 ms. */
export function nextTask(work: () => void): Disposable {
  const { port1, port2 } = new MessageChannel();
  const dispose = (): void => {
    port1.onmessage = null;
    port1.close();
  };
  port1.onmessage = () => {
    dispose();
    work();
  };
  port2.postMessage(null);
  return { dispose };
}
