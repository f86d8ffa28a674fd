import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';

/** Days each chart of the benchmark shows. */
export const POINTS = 365;
const DAY_S = 86_400;

export interface FloorServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the floor page, the denominator of the dashboard figures, with canned data of the same size as ours. */
export async function startFloorServer(): Promise<FloorServer> {
  const built = await build({
    entryPoints: [path.join(import.meta.dirname, 'floor-page.tsx')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = built.outputFiles[0]?.text ?? '';
  const html = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title><style>main{display:grid;grid-template-columns:repeat(4,1fr)}</style></head><body><script type="module" src="/page.js"></script></body></html>';
  const days = Array.from({ length: POINTS }, (_, index) => 1_704_067_200 + index * DAY_S);
  const dataOf = (chart: number): string => JSON.stringify([days, days.map((_, index) => (chart + 1) * ((index * 7919) % 101))]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://floor');
    const answer = (type: string, body: string): void => void response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    if (pathname === '/page.js') answer('text/javascript', script);
    else if (pathname.startsWith('/data/')) answer('application/json', dataOf(Number(pathname.slice('/data/'.length))));
    else answer('text/html', html);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
