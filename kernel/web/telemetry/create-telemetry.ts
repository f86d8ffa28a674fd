import type { JsonObject } from '@orrery/sdk';

/** Limits of the activity log (census GEN-10). */
const FLUSH_MS = 1000;
const BATCH = 1024;

/** Collects activity-log events of all plugins and sends them as beacons. */
export interface TelemetryQueue {
  event(pluginId: string, name: string, fields?: JsonObject): void;
  /** Sends what waits, e.g. when the page is left. */
  flush(): void;
}

/** `send` gets the form fields of one batch and answers whether they were taken; `copy` gets its events for contributed sinks. */
export function createTelemetry(
  send: (fields: Readonly<Record<string, string>>) => boolean,
  guestToken: () => string | undefined,
  copy: (events: readonly JsonObject[]) => void = () => undefined,
): TelemetryQueue {
  let waiting: JsonObject[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const guest = guestToken();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      send({ events: JSON.stringify(batch), ...(guest ? { guest_token: guest } : {}) });
      copy(batch);
    }
  };
  return {
    event(pluginId, name, fields) {
      waiting.push({ ts: Date.now(), event_name: name, source: pluginId, ...fields });
      if (waiting.length >= BATCH) flush();
      else timer ??= setTimeout(flush, FLUSH_MS);
    },
    flush,
  };
}

/** Sends form fields as a beacon: it survives the page. */
export function sendBeacon(url: string): (fields: Readonly<Record<string, string>>) => boolean {
  return (fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return navigator.sendBeacon?.(url, form) ?? false;
  };
}
