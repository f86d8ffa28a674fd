import type { Disposable } from '@orrery/sdk';
import type { ApiClient } from '@orrery/sdk/web';
import type { AsyncSettings } from './async-settings.ts';
import type { FeedListener } from './event-feed.ts';
import { openPollFeed } from './poll-feed.ts';
import { isHopeless, openSocketFeed } from './socket-feed.ts';
import type { SocketFeedOptions } from './socket-feed.ts';

/** What the page hears its events with. */
export interface FeedOptions extends Pick<SocketFeedOptions, 'health' | 'retryMs' | 'openMs'> {
  readonly api: ApiClient;
  readonly settings: AsyncSettings;
  readonly WebSocket: typeof WebSocket | undefined;
}

/** A transport at work. */
export interface Feed extends Disposable {
  /** Asking costs the server something even when nothing happens; listening does not. */
  readonly isPolling: boolean;
}

/** Opens the configured transport. While a websocket is away, whether for a moment or for good, events are asked for. */
export function openFeed({ api, settings, WebSocket: Socket, ...options }: FeedOptions, listener: FeedListener): Feed {
  let poll: Disposable | undefined;
  let socket: Disposable | undefined;
  const stopPolling = (): void => {
    poll?.dispose();
    poll = undefined;
  };
  const startPolling = (): void => {
    poll ??= openPollFeed({ api, pollMs: settings.pollMs }, listener);
  };
  if (settings.socketUrl === undefined || !Socket || isHopeless(options.health)) startPolling();
  else {
    socket = openSocketFeed(
      { ...options, url: settings.socketUrl, WebSocket: Socket },
      { position: () => listener.position(), onEvents: (events) => listener.onEvents(events), onUp: stopPolling, onDown: startPolling },
    );
  }
  return {
    get isPolling() {
      return poll !== undefined;
    },
    dispose() {
      socket?.dispose();
      stopPolling();
    },
  };
}
