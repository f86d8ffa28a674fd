// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { ParentChannel, ParentMethod } from './parent-channel.ts';
import { openParentChannel } from './parent-channel.ts';

/** A port whose messages the test sends and reads. */
function fakePort() {
  const sent: unknown[] = [];
  const port = { onmessage: undefined as ((event: { data: unknown }) => void) | undefined, close: vi.fn(), postMessage: (message: unknown) => void sent.push(message) };
  return { port: port as unknown as MessagePort, sent, close: port.close, hear: (data: unknown) => port.onmessage?.({ data }) };
}

const parent = {} as Window;
const HANDSHAKE = { type: '__embedded_comms__', handshake: 'port transfer' };
let channel: ParentChannel | undefined;
afterEach(() => channel?.dispose());

function open(methods: Readonly<Record<string, ParentMethod>>, early: readonly object[] = []) {
  const listeners = new Set<(event: unknown) => void>();
  const view = {
    parent,
    orreryEarlyMessages: [...early],
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) => listeners.delete(listener),
  };
  channel = openParentChannel(view as unknown as Window, methods);
  return { listeners, say: (event: object) => listeners.forEach((listener) => listener({ ports: [], ...event })) };
}

it('[SEC-11] answers what the parent asks, with the id it asked by', async () => {
  const { say } = open({ size: () => ({ width: 3 }), fail: () => Promise.reject(new Error('no')) });
  const { port, sent, hear } = fakePort();
  say({ source: parent, data: HANDSHAKE, ports: [port] });
  for (const [messageId, method] of [['1', 'size'], ['2', 'fail'], ['3', 'none'], ['4', 'toString']]) hear({ switchboardAction: 'get', method, messageId, args: {} });
  await vi.waitFor(() => expect(sent).toHaveLength(4));
  const answers = Object.fromEntries(sent.map((answer) => [(answer as { messageId: string }).messageId, answer]));
  expect(answers['1']).toEqual({ switchboardAction: 'reply', messageId: '1', result: { width: 3 } });
  expect(answers['2']).toEqual({ switchboardAction: 'error', messageId: '2', error: 'no' });
  for (const id of ['3', '4']) expect(answers[id]).toMatchObject({ switchboardAction: 'error', error: expect.stringContaining('is not defined') as string });
  hear({ switchboardAction: 'emit', method: 'fail', args: {} });
  channel?.emit('observeDataMask', { a: 1 });
  expect(sent.at(-1)).toEqual({ switchboardAction: 'emit', method: 'observeDataMask', args: { a: 1 } });
});

it('[SEC-10] takes a port from the parent alone, and from no other message', () => {
  const token = vi.fn();
  const { say } = open({ guestToken: token });
  const strangers = [
    { source: {}, data: HANDSHAKE },
    { source: parent, data: { ...HANDSHAKE, handshake: 'other' } },
    { source: parent, data: { ...HANDSHAKE, type: 'x' } },
    { source: parent, data: null },
    { source: parent, data: 'text' },
  ].map((event) => ({ event, port: fakePort() }));
  for (const { event, port } of strangers) {
    say({ ...event, ports: [port.port] });
    port.hear({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken: 't' } });
  }
  say({ source: parent, data: HANDSHAKE, ports: [] });
  expect(token).not.toHaveBeenCalled();
});

it('[SEC-10] hears what came before it listened; a new port replaces the old one; bad calls do no harm', async () => {
  const token = vi.fn();
  const [first, second] = [fakePort(), fakePort()];
  const { say, listeners } = open({ guestToken: token }, [{ source: parent, data: HANDSHAKE, ports: [first.port] }]);
  first.hear({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken: 'a' } });
  expect(token).toHaveBeenLastCalledWith({ guestToken: 'a' });
  say({ source: parent, data: HANDSHAKE, ports: [second.port] });
  expect(first.close).toHaveBeenCalled();
  for (const bad of [null, 7, 'x', {}, { switchboardAction: 'emit' }, { switchboardAction: 'get', method: null }, { switchboardAction: 'emit', method: 'guestToken', args: 'x' }]) second.hear(bad);
  await vi.waitFor(() => expect(second.sent).toHaveLength(1));
  expect(token).toHaveBeenLastCalledWith({});
  channel?.dispose();
  expect([second.close.mock.calls.length, listeners.size]).toEqual([1, 0]);
});
