import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';

/** Something the parent page may call. */
export type ParentMethod = (args: Readonly<Record<string, unknown>>) => unknown;

/** The line to the page around this one (census SEC-11). */
export interface ParentChannel extends Disposable {
  /** Tells the parent something; nothing happens while there is no line. */
  emit(method: string, args: unknown): void;
}

/** Where messages wait that came before anybody listened; the first script of the page fills it. */
interface EarlyMessages {
  orreryEarlyMessages?: MessageEvent[];
}

interface Call {
  readonly switchboardAction?: unknown;
  readonly method?: unknown;
  readonly messageId?: unknown;
  readonly args?: unknown;
}

/** Waits for the parent's port and answers what comes through it. A second port replaces the first: the parent began anew. */
export function openParentChannel(view: Window, methods: Readonly<Record<string, ParentMethod>>): ParentChannel {
  let port: MessagePort | undefined;

  const answer = async ({ switchboardAction, method, messageId, args }: Call): Promise<void> => {
    const from = port;
    const name = String(method);
    const known = Object.hasOwn(methods, name) ? methods[name] : undefined;
    const given = typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {};
    if (switchboardAction !== 'emit' && switchboardAction !== 'get') return;
    try {
      // Nobody waits for an answer to an emit, good or bad.
      if (switchboardAction === 'emit') return void (await known?.(given));
      if (!known) throw new Error(`[orrery] Method "${name}" is not defined`);
      from?.postMessage({ switchboardAction: 'reply', messageId, result: await known(given) });
    } catch (error) {
      if (switchboardAction === 'get') from?.postMessage({ switchboardAction: 'error', messageId, error: error instanceof Error ? error.message : String(error) });
    }
  };

  const accept = ({ source, data, ports }: MessageEvent): void => {
    const { type, handshake } = (typeof data === 'object' && data !== null ? data : {}) as { type?: unknown; handshake?: unknown };
    if (source !== view.parent || type !== '__embedded_comms__' || handshake !== 'port transfer' || !ports[0]) return;
    port?.close();
    port = ports[0];
    port.onmessage = (event: MessageEvent<unknown>) => {
      if (typeof event.data === 'object' && event.data !== null) void answer(event.data);
    };
  };

  view.addEventListener('message', accept);
  for (const event of (view as EarlyMessages).orreryEarlyMessages?.splice(0) ?? []) accept(event);
  const line = toDisposable(() => {
    view.removeEventListener('message', accept);
    port?.close();
    port = undefined;
  });
  return { emit: (method, args) => port?.postMessage({ switchboardAction: 'emit', method, args }), dispose: () => line.dispose() };
}
