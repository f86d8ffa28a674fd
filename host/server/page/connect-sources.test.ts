import { expect, it } from 'vitest';
import { connectSources } from './connect-sources.ts';

const sources = (url: unknown, transport = 'ws', isOn = true) =>
  connectSources({ GLOBAL_ASYNC_QUERIES_TRANSPORT: transport, GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: url }, { GLOBAL_ASYNC_QUERIES: isOn });

it('[ASYNC-04] [C15] names the origin of a websocket on another host', () => {
  expect(sources('ws://events.example.org:8080/some/path?x=1')).toEqual(['ws://events.example.org:8080']);
  expect(sources('wss://Events.Example.org/')).toEqual(['wss://events.example.org']);
  expect(sources('https://events.example.org/ws')).toEqual(['wss://events.example.org']);
  expect(sources('ws://[::1]:8080')).toEqual(['ws://[::1]:8080']);
});

it('names none for paths of the own server, for polling, without the flag, and for what is no address', () => {
  for (const url of ['', '/events', undefined, 7, 'ws://', 'ftp://x/', 'ws://a b/']) expect(sources(url)).toEqual([]);
  expect(sources('ws://a/', 'polling')).toEqual([]);
  expect(sources('ws://a/', 'ws', false)).toEqual([]);
});

it('[C15] lets no configured text change the policy', () => {
  expect(sources("ws://a;script-src*/")).toEqual([]);
  expect(sources("ws://a,'unsafe-inline'/")).toEqual([]);
  expect(sources('ws://*/')).toEqual([]);
});
