import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else that shows a dashboard in a frame, speaking as Superset's embedding SDK does. */
export interface EmbeddingSite {
  readonly origin: string;
  /** Address of the page that frames `src` and, when given, signs it in with `token`. */
  page(src: string, token?: string): string;
  close(): Promise<void>;
}

/** The host's side of the handshake (census SEC-10, SEC-11): a port when the frame has loaded, then calls through it. */
const SCRIPT = `
  const { src, token } = Object.fromEntries(new URLSearchParams(location.search));
  const frame = document.createElement('iframe');
  const waiting = new Map();
  let port, count = 0;
  window.heard = [];
  window.emit = (method, args) => port.postMessage({ switchboardAction: 'emit', method, args });
  window.ask = (method, args = {}) => new Promise((resolve, reject) => {
    const messageId = 'm_host_' + count++;
    waiting.set(messageId, { resolve, reject });
    port.postMessage({ switchboardAction: 'get', method, messageId, args });
  });
  frame.addEventListener('load', () => {
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ({ data }) => {
      if (data.switchboardAction === 'reply') waiting.get(data.messageId).resolve(data.result);
      else if (data.switchboardAction === 'error') waiting.get(data.messageId).reject(new Error(data.error));
      else window.heard.push(data);
    };
    frame.contentWindow.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, new URL(src).origin, [channel.port2]);
    if (token) window.emit('guestToken', { guestToken: token });
  });
  frame.sandbox.add('allow-same-origin', 'allow-scripts', 'allow-presentation', 'allow-downloads', 'allow-forms', 'allow-popups');
  frame.title = 'Embedded dashboard';
  frame.style.cssText = 'width:1000px;height:700px;border:0';
  frame.src = src;
  document.body.append(frame);`;

/** Starts the site on a free port of this machine. */
export async function startEmbeddingSite(): Promise<EmbeddingSite> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A portal</title><h1>A portal</h1><body><script>${SCRIPT}</script></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    page: (src, token) => `${origin}/?${new URLSearchParams({ src, ...(token ? { token } : {}) }).toString()}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
