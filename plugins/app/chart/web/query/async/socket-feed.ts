import type { Disposable } from '@orrery/sdk';
import type { FeedListener } from './event-feed.ts';
import { readEvent } from './job-event.ts';

/** What a websocket feed is made with. */
export interface SocketFeedOptions {
  readonly url: string;
  readonly WebSocket: typeof WebSocket;
  /** Failures in a row, shared by all feeds of the page: what the network forbids it forbids the next one too. */
  readonly health: { failures: number };
  /** First pause before connecting again, ms; later ones are longer. */
  readonly retryMs?: number;
  /** How long a connection may take to open, ms. */
  readonly openMs?: number;
}

export interface SocketListener extends Pick<FeedListener, 'position' | 'onEvents'> {
  /** Connected: all after the position will be heard. */
  onUp(): void;
  /** Not connected, for a while or for good. */
  onDown(): void;
}

/** Connections tried in a row (census ASYNC-04). */
const TRIES = 6;
const RETRY_MS = 2500;
const MAX_RETRY_MS = 20_000;
const OPEN_MS = 5000;
/** A connection that stood so long was a good one. */
const STABLE_MS = 10_000;
/** Without a place to go on from servers tell new events only; the one waited for may be told already. */
const BEGINNING = '0-0';

/** Whether connecting has failed so often that it is not worth another try. */
export const isHopeless = ({ failures }: { readonly failures: number }): boolean => failures >= TRIES;

/** Keeps a websocket open until disposed, connecting again where it broke off, or until that is hopeless. */
export function openSocketFeed(options: SocketFeedOptions, listener: SocketListener): Disposable {
  const { health, retryMs = RETRY_MS, openMs = OPEN_MS } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let close: (() => void) | undefined;

  function retry(): void {
    close = undefined;
    health.failures += 1;
    listener.onDown();
    if (isHopeless(health)) return;
    const pause = Math.min(retryMs * 2 ** (health.failures - 1), MAX_RETRY_MS);
    // Half of it at random, so that many pages do not come back at the same moment.
    timer = setTimeout(connect, pause / 2 + (Math.random() * pause) / 2);
  }

  function connect(): void {
    const url = new URL(options.url);
    url.searchParams.set('last_id', listener.position() ?? BEGINNING);
    let socket: WebSocket;
    try {
      socket = new options.WebSocket(url.href);
    } catch {
      // A page served by https may not open ws: addresses; no second try will be better.
      health.failures = TRIES;
      return retry();
    }
    let isOver = false;
    let openedAt: number | undefined;
    const part = (): void => {
      isOver = true;
      clearTimeout(timer);
      socket.close();
    };
    const lose = (): void => {
      if (isOver) return;
      part();
      if (openedAt !== undefined && performance.now() - openedAt >= STABLE_MS) health.failures = 0;
      retry();
    };
    close = part;
    timer = setTimeout(lose, openMs);
    socket.addEventListener('open', () => {
      if (isOver) return;
      clearTimeout(timer);
      openedAt = performance.now();
      listener.onUp();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const event = isOver ? undefined : readMessage(data);
      if (!event) return;
      health.failures = 0;
      listener.onEvents([event]);
    });
    // It says nothing of what went wrong, and `close` follows.
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', lose);
  }

  connect();
  return {
    dispose() {
      clearTimeout(timer);
      close?.();
    },
  };
}

function readMessage(data: unknown): ReturnType<typeof readEvent> {
  try {
    return typeof data === 'string' ? readEvent(JSON.parse(data)) : undefined;
  } catch {
    return undefined;
  }
}
