import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Disposable, Logger } from '@orrery/sdk';
import type { EventLog } from '@orrery/sdk/server';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { ChannelTokens } from './channel-tokens.ts';
import { EVENT_ID } from './event-routes.ts';
import type { Listeners } from './listeners.ts';

/** Sends a channel's events over websockets. */
export interface EventSocket extends Disposable {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface EventSocketOptions {
  readonly events: Pick<EventLog, 'read' | 'subscribe'>;
  readonly tokens: ChannelTokens;
  readonly listeners: Listeners;
  readonly log: Logger;
  readonly pingMs?: number;
}

const PING_MS = 20_000;
/** A reader this far behind is better off connecting anew. */
const MAX_WAITING_BYTES = 1_000_000;
const PAGE = 100;

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

export function createEventSocket({ events, tokens, listeners, log, pingMs = PING_MS }: EventSocketOptions): EventSocket {
  // Clients have nothing to say here.
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const silent = new WeakSet<WebSocket>();

  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (silent.has(socket)) socket.terminate();
      else {
        silent.add(socket);
        socket.ping();
      }
    }
  }, pingMs).unref();

  function serve(socket: WebSocket, channel: string, lastId: string | undefined): void {
    let position = lastId;
    let delivering = Promise.resolve();
    const send = ({ id, event }: Entry): void => {
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
      else socket.send(JSON.stringify({ id, ...event }));
    };
    /** From the position on, in order: what was missed and what is new are the same thing then. */
    const deliver = async (): Promise<void> => {
      for (let isMore = true; isMore && socket.readyState === socket.OPEN; ) {
        const entries = await events.read(channel, position, PAGE);
        for (const entry of entries) {
          position = entry.id;
          send(entry);
        }
        isMore = entries.length === PAGE;
      }
    };
    const next = (): void => {
      delivering = delivering.then(deliver).catch((error: unknown) => {
        log.error('Events could not be read for a websocket.', { error: error instanceof Error ? error.message : String(error) });
        socket.close(1011);
      });
    };
    const subscription = events.subscribe(channel, (entry) => (lastId === undefined ? send(entry) : next()));
    if (lastId !== undefined) next();
    listeners.heard(channel);
    socket.on('pong', () => {
      silent.delete(socket);
      listeners.heard(channel);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => subscription.dispose());
  }

  return {
    upgrade(request, socket, head) {
      const refuse = (): void => void socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
      tokens.read(request.headers.cookie).then((channel) => {
        if (!channel) return refuse();
        const lastId = new URL(request.url ?? '/', 'http://local').searchParams.get('last_id') ?? undefined;
        server.handleUpgrade(request, socket, head, (open) => serve(open, channel.id, lastId !== undefined && EVENT_ID.test(lastId) ? lastId : undefined));
      }, refuse);
    },
    dispose() {
      clearInterval(timer);
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
