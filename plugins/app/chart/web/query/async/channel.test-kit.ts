import type { AddressInfo } from 'node:net';
import { ApiError } from '@orrery/sdk/web';
import type { ApiClient, RequestOptions } from '@orrery/sdk/web';
import { WebSocket, WebSocketServer } from 'ws';
import { createJobHub } from './job-hub.ts';
import type { JobHub, JobHubOptions } from './job-hub.ts';

/** The websocket of `ws`, which does what browsers' does. */
export const Socket = WebSocket as unknown as typeof globalThis.WebSocket;

export const done = (job_id: string) => ({ job_id, status: 'done', errors: [], result_url: `/api/v1/chart/data/qc-${job_id}` });
export const failed = (job_id: string, message: string) => ({ job_id, status: 'error', errors: [{ message }], result_url: null });
export const running = (job_id: string) => ({ job_id, status: 'running', errors: [], result_url: null });

/** A server's channel, heard by polling and by a real websocket. */
export interface TestChannel {
  readonly api: ApiClient;
  /** Calls as `GET /path?last_id=…`. */
  readonly calls: string[];
  /** `last_id` of each websocket that came, in order. */
  readonly opened: (string | null)[];
  readonly stored: Map<string, unknown>;
  /** What the next calls of a kind fail with. */
  failing: { events?: ApiError; leaving?: ApiError };
  polls(): readonly string[];
  tell(event: object): string;
  /** Starts to take websockets; answers the address. */
  listen(port?: number): Promise<string>;
  /** Sockets that are open now. */
  connected(): number;
  /** Cuts all websockets off; takes no more of them when `forGood`. */
  cut(forGood?: boolean): Promise<void>;
  hub(options?: Partial<JobHubOptions>): JobHub;
  close(): Promise<void>;
}

export function createTestChannel(): TestChannel {
  const events: { id: string }[] = [];
  const calls: string[] = [];
  const opened: (string | null)[] = [];
  const stored = new Map<string, unknown>();
  const hubs: JobHub[] = [];
  let server: WebSocketServer | undefined;
  const after = (id: string | null | undefined) => events.slice(id ? events.findIndex((event) => event.id === id) + 1 : 0);
  const missing = (path: string) => new ApiError({ message: 'Not found', status: 404, url: path });

  const channel: TestChannel = {
    calls,
    opened,
    stored,
    failing: {},
    api: {
      async get(path: string, { params }: RequestOptions = {}) {
        const lastId = params?.['last_id'] as string | undefined;
        calls.push(`GET ${path}${lastId === undefined ? '' : `?last_id=${lastId}`}`);
        // As long as a server takes, at least.
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (path !== '/api/v1/async_event/') return { result: [{ data: [{ from: path }] }] };
        if (channel.failing.events) throw channel.failing.events;
        return { result: after(lastId).slice(0, 100) };
      },
      async delete(path: string) {
        calls.push(`DELETE ${path}`);
        throw channel.failing.leaving ?? missing(path);
      },
      url: (path: string) => path,
    } as unknown as ApiClient,
    polls: () => calls.filter((call) => call.startsWith('GET /api/v1/async_event/')),
    tell(event) {
      const entry = { id: `${1000 + events.length}-0`, ...event };
      events.push(entry);
      for (const socket of server?.clients ?? []) socket.send(JSON.stringify(entry));
      return entry.id;
    },
    async listen(port = 0) {
      const listening = new WebSocketServer({ port, host: '127.0.0.1' });
      server = listening;
      listening.on('connection', (socket, request) => {
        const lastId = new URLSearchParams(request.url?.split('?')[1]).get('last_id');
        opened.push(lastId);
        for (const event of after(lastId)) socket.send(JSON.stringify(event));
      });
      await new Promise((resolve) => listening.once('listening', resolve));
      return `ws://127.0.0.1:${(listening.address() as AddressInfo).port}/events`;
    },
    connected: () => server?.clients.size ?? 0,
    async cut(forGood = false) {
      const closing = server;
      for (const socket of closing?.clients ?? []) socket.terminate();
      if (!forGood || !closing) return;
      server = undefined;
      await new Promise((resolve) => closing.close(resolve));
    },
    hub(options = {}) {
      const hub = createJobHub({
        api: channel.api,
        position: { get: () => stored.get('last_async_event_id'), set: (id) => void stored.set('last_async_event_id', id) },
        settings: { pollMs: 5, socketUrl: undefined },
        WebSocket: Socket,
        failed: () => 'The query failed',
        retryMs: 10,
        ...options,
      });
      hubs.push(hub);
      return hub;
    },
    async close() {
      for (const hub of hubs) hub.dispose();
      await channel.cut(true);
    },
  };
  return channel;
}
