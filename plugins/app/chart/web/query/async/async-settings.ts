import type { JsonObject } from '@orrery/sdk';
import type { ApiClient } from '@orrery/sdk/web';

/** How the page hears of its jobs. */
export interface AsyncSettings {
  /** Pause between two questions for events, ms. */
  readonly pollMs: number;
  /** `ws:` or `wss:`; undefined where polling is configured, or the configured address is none. */
  readonly socketUrl: string | undefined;
}

const POLL_MS = 500;
/** Where the own server listens unless an address is configured (README of async-events). */
const OWN_PATH = '/async-events/ws';
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * Reads `GLOBAL_ASYNC_QUERIES_TRANSPORT`, `…_POLLING_DELAY` and `…_WEBSOCKET_URL` of the page's configuration. An address
 * without a host is a path of the own server, under its application root.
 */
export function readAsyncSettings(conf: JsonObject, api: Pick<ApiClient, 'url'>, pageUrl: string): AsyncSettings {
  const delay = conf['GLOBAL_ASYNC_QUERIES_POLLING_DELAY'];
  return {
    pollMs: typeof delay === 'number' && delay > 0 ? delay : POLL_MS,
    socketUrl: conf['GLOBAL_ASYNC_QUERIES_TRANSPORT'] === 'ws' ? socketUrl(conf['GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL'], api, pageUrl) : undefined,
  };
}

function socketUrl(configured: unknown, api: Pick<ApiClient, 'url'>, pageUrl: string): string | undefined {
  try {
    const address = typeof configured === 'string' ? configured.trim() : '';
    const url = ABSOLUTE.test(address) ? new URL(address) : new URL(api.url(ownPath(address)), pageUrl);
    url.protocol = url.protocol.replace(/^http/, 'ws');
    url.hash = '';
    return url.protocol === 'ws:' || url.protocol === 'wss:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** As the own server reads the same setting. */
function ownPath(address: string): string {
  const { pathname } = new URL(address, 'ws://local');
  return pathname === '/' ? OWN_PATH : pathname;
}
