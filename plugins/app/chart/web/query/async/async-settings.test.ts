import { expect, it } from 'vitest';
import { readAsyncSettings } from './async-settings.ts';

const api = { url: (path: string) => `/bi${path}` };
const read = (conf: object, page = 'https://bi.example.org/bi/superset/welcome/') => readAsyncSettings(conf as Record<string, never>, api, page);
const socket = (url: unknown, page?: string) => read({ GLOBAL_ASYNC_QUERIES_TRANSPORT: 'ws', GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: url }, page).socketUrl;

it('[contract §3.8] polls as often as configured', () => {
  expect(read({})).toEqual({ pollMs: 500, socketUrl: undefined });
  expect(read({ GLOBAL_ASYNC_QUERIES_TRANSPORT: 'polling', GLOBAL_ASYNC_QUERIES_POLLING_DELAY: 200, GLOBAL_ASYNC_QUERIES_WEBSOCKET_URL: 'ws://x/' })).toEqual({ pollMs: 200, socketUrl: undefined });
  for (const nonsense of [0, -1, '500', null]) expect(read({ GLOBAL_ASYNC_QUERIES_POLLING_DELAY: nonsense }).pollMs).toBe(500);
});

it('[ASYNC-04] connects where it is configured, by default to the own server under its root', () => {
  expect(socket('')).toBe('wss://bi.example.org/bi/async-events/ws');
  expect(socket(undefined, 'http://localhost:8088/bi/')).toBe('ws://localhost:8088/bi/async-events/ws');
  expect(socket('/')).toBe('wss://bi.example.org/bi/async-events/ws');
  expect(socket('/events')).toBe('wss://bi.example.org/bi/events');
  expect(socket('events')).toBe('wss://bi.example.org/bi/events');
  expect(socket('wss://events.example.org:8080/x?y=1#z')).toBe('wss://events.example.org:8080/x?y=1');
  expect(socket('http://events.example.org')).toBe('ws://events.example.org/');
  expect(socket('ftp://events.example.org/')).toBeUndefined();
  expect(socket('ws://')).toBeUndefined();
});
