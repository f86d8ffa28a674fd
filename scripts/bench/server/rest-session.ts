import http from 'node:http';
import type { BrowserContext } from 'playwright';

/** Calls over kept-alive connections: a browser's or Playwright's own client would cost more than the server. */
export class RestSession {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    private readonly origin: string,
    private readonly cookie: string,
  ) {}

  /** With the cookies of a signed-in browser. */
  static async from(context: BrowserContext, origin: string): Promise<RestSession> {
    const cookies = await context.cookies(origin);
    return new RestSession(origin, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  }

  get(path: string): Promise<string> {
    return this.send('GET', this.origin + path);
  }

  post(path: string, body: object): Promise<string> {
    return this.send('POST', this.origin + path, body);
  }

  /** Rejects unless the answer is 2xx. */
  send(method: string, url: string, body?: object): Promise<string> {
    const data = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request(url, { method, agent: this.agent, headers: { cookie: this.cookie, ...(data ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) } : {}) } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`${method} ${new URL(url).pathname} answered ${response.statusCode}: ${text.slice(0, 300)}`));
        });
      });
      request.on('error', reject);
      request.end(data);
    });
  }
}
