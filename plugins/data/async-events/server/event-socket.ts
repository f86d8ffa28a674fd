import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Disposable, Logger } from '@orrery/sdk';
import type { EventLog } from '@orrery/sdk/server';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { SignedChannel } from './channel-tokens.ts';
import type { Channels } from './channels.ts';
import { EVENT_ID } from './event-routes.ts';
import type { Listeners } from './listeners.ts';

/** Sends a channel's events over websockets. */
export interface EventSocket extends Disposable {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface EventSocketOptions {
  readonly events: Pick<EventLog, 'read' | 'subscribe'>;
  readonly channels: Pick<Channels, 'named'>;
  readonly listeners: Listeners;
  readonly log: Logger;
  readonly pingMs?: number;
  /** A socket that answered no ping for so long is dropped. */
  readonly silenceMs?: number;
  /** Sockets of one channel; the oldest makes room. */
  readonly perChannel?: number;
}

const PING_MS = 20_000;
const SILENCE_MS = 60_000;
const PER_CHANNEL = 50;
/** A reader this far behind is better off connecting anew. */
const MAX_WAITING_BYTES = 1_000_000;
const PAGE = 100;

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

interface Open {
  /** Epoch ms of the last sign of life. */
  alive: number;
  /** Epoch ms from which the cookie that opened it is no longer good. */
  readonly expires: number;
}

export function createEventSocket({ events, channels, listeners, log, pingMs = PING_MS, silenceMs = SILENCE_MS, perChannel = PER_CHANNEL }: EventSocketOptions): EventSocket {
  // Clients have nothing to say here.
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const open = new Map<WebSocket, Open>();
  const byChannel = new Map<string, Set<WebSocket>>();

  const timer = setInterval(() => {
    const now = Date.now();
    for (const [socket, { alive, expires }] of open) {
      if (now - alive >= silenceMs) socket.terminate();
      // 1008: who still may connects again with a cookie of today.
      else if (now >= expires) socket.close(1008);
      else socket.ping();
    }
  }, pingMs).unref();

  function keep(socket: WebSocket, { id, expires }: SignedChannel): Open {
    const state: Open = { alive: Date.now(), expires };
    open.set(socket, state);
    const own = byChannel.get(id) ?? new Set();
    byChannel.set(id, own.add(socket));
    const [oldest] = own;
    if (own.size > perChannel) oldest?.close(1013);
    socket.on('close', () => {
      open.delete(socket);
      own.delete(socket);
      if (own.size === 0 && byChannel.get(id) === own) byChannel.delete(id);
    });
    return state;
  }

  function serve(socket: WebSocket, channel: SignedChannel, lastId: string | undefined): void {
    let position = lastId;
    let delivering = Promise.resolve();
    const state = keep(socket, channel);
    const send = ({ id, event }: Entry): void => {
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
      else socket.send(JSON.stringify({ id, ...event }));
    };
    /** From the position on, in order: what was missed and what is new are the same thing then. */
    const deliver = async (): Promise<void> => {
      for (let isMore = true; isMore && socket.readyState === socket.OPEN; ) {
        const entries = await events.read(channel.id, position, PAGE);
        for (const entry of entries) {
          position = entry.id;
          send(entry);
        }
        isMore = entries.length === PAGE;
      }
    };
    const next = (): void => {
      delivering = delivering.then(deliver).catch((error: unknown) => {
        log.warn('Events could not be read for a websocket.', { error: error instanceof Error ? error.message : String(error) });
        // 1011: the client tries again later, from where it is.
        socket.close(1011);
      });
    };
    const subscription = events.subscribe(channel.id, (entry) => (lastId === undefined ? send(entry) : next()));
    if (lastId !== undefined) next();
    listeners.heard(channel.id);
    socket.on('pong', () => {
      state.alive = Date.now();
      listeners.heard(channel.id);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => subscription.dispose());
  }

  return {
    upgrade(request, socket, head) {
      const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      channels.named(request.headers.cookie).then(
        (channel) => {
          if (!channel) return refuse('401 Unauthorized');
          // Browsers send cookies with websockets of any page; only our own may listen. Programs name no origin.
          const { origin } = request.headers;
          if (origin !== undefined && origin !== channel.origin) return refuse('403 Forbidden');
          const lastId = new URLSearchParams((request.url ?? '').split('?')[1]).get('last_id') ?? undefined;
          server.handleUpgrade(request, socket, head, (connected) => serve(connected, channel, lastId !== undefined && EVENT_ID.test(lastId) ? lastId : undefined));
        },
        () => refuse('401 Unauthorized'),
      );
    },
    dispose() {
      clearInterval(timer);
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
