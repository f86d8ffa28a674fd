import { Worker } from 'node:worker_threads';

const SLOTS = 8;
/** The event loop may stand still for so long on a busy machine; what stands longer never ends. */
const MOST_MS = 45_000;

/** Watches from another thread whether this one still moves: what blocks it for good blocks every timer here, too. */
export interface Watchdog {
  /** Says that a case begins; answers what to call at its end. */
  begin(at: number): () => void;
  stop(): Promise<number>;
}

const WATCH = `
const { workerData: { shared, seed, most } } = require('node:worker_threads');
const state = new Int32Array(shared);
let last = -1, since = Date.now();
setInterval(() => {
  const beat = Atomics.load(state, 0);
  if (beat !== last) { last = beat; since = Date.now(); return; }
  if (Date.now() - since < most) return;
  const running = Array.from(state.slice(1)).filter((at) => at > 0).map((at) => at - 1);
  require('node:fs').writeSync(1, '\\nThe process is blocked by one of: ' + running.map((at) => '--seed ' + seed + ' --only ' + at).join(', ') + '\\n0 passed, 1 failed\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);
`;

/** Ends the process, naming the cases that were running, when it blocks for good. */
export function startWatchdog(seed: number): Watchdog {
  const shared = new SharedArrayBuffer(4 * (SLOTS + 1));
  const state = new Int32Array(shared);
  const worker = new Worker(WATCH, { eval: true, workerData: { shared, seed, most: MOST_MS } });
  worker.unref();
  const beat = setInterval(() => Atomics.add(state, 0, 1), 500);
  beat.unref();
  return {
    begin(at) {
      const slot = state.indexOf(0, 1);
      if (slot < 0) return () => undefined;
      Atomics.store(state, slot, at + 1);
      return () => Atomics.store(state, slot, 0);
    },
    stop() {
      clearInterval(beat);
      return worker.terminate();
    },
  };
}
