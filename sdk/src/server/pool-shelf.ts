import type { Disposable } from '@orrery/sdk';
import { ConnectorError } from './connector.ts';

/** A pool of connections as far as its shelf is concerned. @public */
export interface ShelvedPool {
  /** True while somebody uses one of its connections, or waits for one. */
  isBusy(): boolean;
  end(): Promise<void>;
}

/** Pools that come and go with the people who need them. @public */
export interface PoolShelf<T extends ShelvedPool> extends Disposable {
  /**
   * The pool of a key, created when there is none. Ask for each statement, and keep none: those nobody asks for are ended.
   * Rejects as `create` does, and with ConnectorError `unavailable` when all pools there may be are busy.
   */
  get(key: string, create: () => Promise<T>): Promise<T>;
}

/** How many pools a shelf keeps, and for how long without use. @public */
export interface PoolShelfOptions {
  /** Default 50. */
  readonly most?: number;
  /** Milliseconds; default five minutes. */
  readonly idleMs?: number;
  readonly now?: () => number;
}

interface Kept<T> {
  readonly made: Promise<T>;
  /** Undefined until it is made. */
  pool: T | undefined;
  usedAt: number;
}

/** Creates an empty shelf. @public */
export function createPoolShelf<T extends ShelvedPool>({ most = 50, idleMs = 300_000, now = Date.now }: PoolShelfOptions = {}): PoolShelf<T> {
  /** In the order of their last use. */
  const kept = new Map<string, Kept<T>>();
  let timer: NodeJS.Timeout | undefined;

  const drop = (key: string): void => {
    const one = kept.get(key);
    kept.delete(key);
    one?.made.then((pool) => pool.end()).catch(() => undefined);
  };
  const isFree = ({ pool }: Kept<T>): boolean => pool !== undefined && !pool.isBusy();

  function sweep(): void {
    for (const [key, one] of kept) if (now() - one.usedAt >= idleMs && isFree(one)) drop(key);
  }

  function armed(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      sweep();
      if (kept.size > 0) armed();
    }, idleMs).unref();
  }

  function makeRoom(): void {
    if (kept.size < most) return;
    const [oldest] = [...kept].find(([, one]) => isFree(one)) ?? [];
    if (oldest === undefined) throw new ConnectorError('unavailable', `${most} people are asking databases in their own names at once, which is all this server allows. Try again later.`);
    drop(oldest);
  }

  return {
    async get(key, create) {
      let one = kept.get(key);
      if (one) {
        kept.delete(key);
        one.usedAt = now();
      } else {
        sweep();
        makeRoom();
        const fresh: Kept<T> = { made: create(), pool: undefined, usedAt: now() };
        fresh.made.then(
          (pool) => (fresh.pool = pool),
          () => {
            if (kept.get(key) === fresh) kept.delete(key);
          },
        );
        one = fresh;
      }
      kept.set(key, one);
      armed();
      return one.made;
    },
    dispose() {
      clearTimeout(timer);
      for (const key of [...kept.keys()]) drop(key);
    },
  };
}
