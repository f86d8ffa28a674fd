import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from '../../lib/running-server.ts';
import { waitForExamples } from '../../lib/wait-for-examples.ts';
import type { Figure } from '../figure.ts';
import { figure, median } from '../figure.ts';
import { launchBrowser, signIn } from '../measure-page.ts';
import { RestSession } from './rest-session.ts';
import { perSecond } from './timed.ts';

/** The least a Node server can do: the same bytes from memory. */
async function bareServer(body: string): Promise<{ readonly url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Cached chart data against a server that only answers the same bytes, in alternating rounds. */
export async function cachedFigures(): Promise<readonly Figure[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const context = await signIn(browser, server.loginLink ?? '');
    await waitForExamples(context.request, server.url);
    const session = await RestSession.from(context, server.url);
    const { result } = JSON.parse(await session.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:flights)))')) as { result: { id: number }[] };
    const question = { datasource: { id: result[0]?.id ?? 0, type: 'table' }, queries: [{ columns: ['origin_state'], metrics: ['count'], row_limit: 100 }] };
    const answer = await session.post('/api/v1/chart/data', question);
    const bare = await bareServer(answer);
    const ratios: number[] = [];
    let ours = 0;
    for (let round = 0; round < 3; round += 1) {
      ours = await perSecond(() => session.post('/api/v1/chart/data', question));
      ratios.push(ours / (await perSecond(() => session.send('POST', bare.url, question))));
    }
    bare.close();
    const ratio = median(ratios);
    return [figure('server.cached.perSecond', ours, 'requests/s'), figure('server.cached.ofBare', ratio, 'of a bare Node server'), figure('server.cached.bareOver', 1 / ratio, '× slower than the bare server', 5)];
  } finally {
    await browser.close();
    await server.stop();
  }
}
