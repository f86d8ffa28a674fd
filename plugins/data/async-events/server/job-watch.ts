import type { Disposable } from '@orrery/sdk';
import type { JobLedger } from './job-ledger.ts';

/** A job and one channel that waits for it. */
export interface WatchedJob {
  readonly job_id: string;
  readonly channel_id: string;
  readonly user_id: number | null;
}

/** Keeps the jobs of this process noted as alive, and finds those of processes that died. */
export interface JobWatch extends Disposable {
  begin(job: WatchedJob): void;
  end(job: WatchedJob): void;
}

export interface JobWatchOptions {
  readonly ledger: JobLedger;
  /** Told of each job whose process gave no sign for long; rejects when it could not be told on. */
  onLost(job: WatchedJob): Promise<unknown>;
  readonly beatMs?: number;
  readonly now?: () => number;
}

const BEAT_MS = 20_000;
/** Beats a process may miss. */
const MISSED = 4;

const toEntry = ({ job_id, channel_id, user_id }: WatchedJob): string => JSON.stringify([job_id, channel_id, user_id]);

function fromEntry(entry: string): WatchedJob {
  const [job_id, channel_id, user_id] = JSON.parse(entry) as [string, string, number | null];
  return { job_id, channel_id, user_id };
}

/** A ledger that cannot be written hinders no job: all it is for is jobs nobody runs any more. */
export function createJobWatch({ ledger, onLost, beatMs = BEAT_MS, now = Date.now }: JobWatchOptions): JobWatch {
  /** By entry, when its first note is written. */
  const alive = new Map<string, Promise<void>>();

  async function renew(entry: string): Promise<void> {
    await ledger.note(entry, now());
    // It may have ended meanwhile.
    if (!alive.has(entry)) await ledger.drop(entry);
  }
  /** Puts a job back that could not be told of, for the next round. */
  const tell = (entry: string): Promise<unknown> => onLost(fromEntry(entry)).catch(() => ledger.note(entry, 0));
  async function beat(): Promise<void> {
    await Promise.all([...alive.keys()].map(renew));
    await Promise.all((await ledger.takeOlder(now() - MISSED * beatMs)).map(tell));
  }
  const round = (): void => void beat().catch(() => undefined);
  const timer = setInterval(round, beatMs).unref();
  round();

  function end(entry: string): void {
    const noted = alive.get(entry);
    if (alive.delete(entry)) noted?.then(() => ledger.drop(entry)).catch(() => undefined);
  }

  return {
    begin(job) {
      const entry = toEntry(job);
      if (!alive.has(entry)) alive.set(entry, ledger.note(entry, now()).catch(() => undefined));
    },
    end: (job) => end(toEntry(job)),
    dispose() {
      clearInterval(timer);
      for (const entry of alive.keys()) end(entry);
    },
  };
}
