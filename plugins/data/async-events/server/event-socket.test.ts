import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import type { EventLog } from '@orrery/sdk/server';
import { createEventSocket } from './event-socket.ts';
import type { EventSocket, EventSocketOptions } from './event-socket.ts';

type Entry = Awaited<ReturnType<EventLog['read']>>[number];

const ORIGIN = 'http://bi.test';
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } as never;
const open: { server: Server; socket: EventSocket }[] = [];
const sockets: WebSocket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const { server, socket } of open.splice(0)) {
    socket.dispose();
    server.close();
    server.closeAllConnections();
  }
});

/** A server whose cookies are channels' names. */
async function serve(over: Partial<EventSocketOptions> = {}, expires = Date.now() + 1e9) {
  const listeners = new Map<string, Set<(entry: Entry) => void>>();
  const heard = vi.fn();
  const socket = createEventSocket({
    events: {
      read: async () => [],
      subscribe(channel, listener) {
        const own = listeners.get(channel) ?? new Set();
        listeners.set(channel, own.add(listener));
        return { dispose: () => void own.delete(listener) };
      },
    },
    channels: { named: async (cookies) => (cookies ? { id: cookies, subject: '1', origin: ORIGIN, expires } : undefined) },
    listeners: { heard, lastHeard: async () => 0 },
    log,
    ...over,
  });
  const server = createServer().on('upgrade', (request, stream, head) => socket.upgrade(request, stream, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ server, socket });
  const { port } = server.address() as AddressInfo;
  return { port, heard, listeners, tell: (channel: string, entry: Entry) => listeners.get(channel)?.forEach((listener) => listener(entry)) };
}

interface Client {
  readonly socket: WebSocket;
  readonly got: string[];
  readonly code: Promise<number>;
}

/** Resolves when it is open, rejects with the status it was refused with. */
function join(port: number, cookie: string | undefined, headers: Record<string, string> = {}, options: object = {}): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers: { ...(cookie ? { cookie } : {}), ...headers }, ...options });
  sockets.push(socket);
  const got: string[] = [];
  socket.on('message', (data: Buffer) => got.push(data.toString()));
  const code = new Promise<number>((resolve) => socket.on('close', resolve));
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, got, code }));
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', () => undefined);
  });
}

describe('[contract §3.8] websocket of events', () => {
  it('lets in by the cookie, and browsers only from our own pages', async () => {
    const { port } = await serve();
    await expect(join(port, undefined)).rejects.toThrow('401');
    await expect(join(port, 'c', { origin: 'https://evil.test' })).rejects.toThrow('403');
    await expect(join(port, 'c', { origin: 'null' })).rejects.toThrow('403');
    await join(port, 'c', { origin: ORIGIN });
    await join(port, 'c');
  });

  it('sends each event to its own channel only', async () => {
    const { port, tell } = await serve();
    const [one, two] = [await join(port, 'one'), await join(port, 'two')];
    tell('one', { id: '1-0', event: { n: 1 } });
    await vi.waitFor(() => expect(one.got).toEqual(['{"id":"1-0","n":1}']));
    expect(two.got).toEqual([]);
  });

  it('pings, takes answers as signs of a listener, and drops who is silent too long', async () => {
    const { port, heard, listeners } = await serve({ pingMs: 30, silenceMs: 600 });
    const lively = await join(port, 'lively');
    const mute = await join(port, 'mute', {}, { autoPong: false });
    expect(await mute.code).toBe(1006);
    expect(lively.socket.readyState).toBe(WebSocket.OPEN);
    expect(heard.mock.calls.filter(([channel]) => channel === 'lively').length).toBeGreaterThan(2);
    expect(heard.mock.calls.filter(([channel]) => channel === 'mute')).toHaveLength(1);
    await vi.waitFor(() => expect(listeners.get('mute')?.size).toBe(0));
  });

  it('ends with its cookie, and makes room within a channel', async () => {
    const old = await serve({ pingMs: 30 }, Date.now() - 1);
    expect(await (await join(old.port, 'c')).code).toBe(1008);
    const { port } = await serve({ perChannel: 2 });
    const first = await join(port, 'c');
    await join(port, 'c');
    const other = await join(port, 'd');
    const third = await join(port, 'c');
    expect(await first.code).toBe(1013);
    expect([third, other].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  });

  it('drops who reads too slowly, and who sends what nobody asked for', async () => {
    const { port, tell, listeners } = await serve();
    // Says hello and never reads again.
    const slow = connect(port, '127.0.0.1');
    slow.write(`GET / HTTP/1.1\r\nhost: x\r\ncookie: slow\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`);
    await new Promise((resolve) => slow.once('data', resolve));
    slow.pause();
    await vi.waitFor(() => expect(listeners.get('slow')?.size).toBe(1));
    const entry = { id: '1-0', event: { text: 'x'.repeat(200_000) } };
    for (let sent = 0; sent < 500 && (listeners.get('slow')?.size ?? 0) > 0; sent += 1) {
      tell('slow', entry);
      await wait(1);
    }
    expect(listeners.get('slow')?.size).toBe(0);
    slow.destroy();
    const loud = await join(port, 'loud');
    loud.socket.send('x'.repeat(5000));
    expect(await loud.code).toBe(1009);
  });

  it('closes where events cannot be read, so that the client comes again', async () => {
    const { port } = await serve({ events: { read: () => Promise.reject(new Error('away')), subscribe: () => ({ dispose: () => undefined }) } });
    const client = new WebSocket(`ws://127.0.0.1:${port}/?last_id=5-0`, { headers: { cookie: 'c' } });
    sockets.push(client);
    expect(await new Promise((resolve) => client.on('close', resolve))).toBe(1011);
  });
});
