import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a Redis that can be cut and mended, so that a test needs no Redis of its own to lose one. */
export interface CutLine {
  /** The Redis, by this way. */
  readonly url: string;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Connections stay, and nothing comes through any more. */
  hush(): void;
  mend(): void;
  close(): void;
}

export async function createCutLine(redisUrl: string): Promise<CutLine> {
  const target = new URL(redisUrl);
  const ends = new Set<Socket>();
  let state: 'open' | 'cut' | 'hushed' = 'open';
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (state === 'cut') return void near.destroy();
    ends.add(near);
    if (state === 'hushed') return;
    const far = connect(Number(target.port || 6379), target.hostname);
    far.on('error', () => near.destroy());
    for (const [from, to] of [[near, far], [far, near]] as const) {
      from.on('data', (bytes) => state === 'open' && to.write(bytes));
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
    }
    ends.add(far);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(redisUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const dropAll = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    cut() {
      state = 'cut';
      dropAll();
    },
    hush() {
      state = 'hushed';
    },
    mend() {
      state = 'open';
      dropAll();
    },
    close() {
      dropAll();
      server.close();
    },
  };
}
