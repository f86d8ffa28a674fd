import type { IncomingHttpHeaders } from 'node:http';
import http from 'node:http';
import https from 'node:https';

/** Where requests go. */
export interface HttpTarget {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly isVerified: boolean;
  readonly certificate: string | undefined;
  readonly connectTimeoutMs: number;
}

/** What came back. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request. */
export interface HttpQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends requests to one server. */
export interface HttpSender {
  send(question: HttpQuestion): Promise<HttpAnswer>;
  close(): void;
}

const MAX_SOCKETS = 64;
/** An answer is a page; what is larger is not a coordinator's. */
const MAX_ANSWER_BYTES = 256_000_000;

/** Node's own client and not `fetch`, which can neither take a certificate nor leave it unchecked. */
export function createHttpSender(target: HttpTarget): HttpSender {
  const tls = target.isEncrypted ? { rejectUnauthorized: target.isVerified, ...(target.certificate && { ca: target.certificate }) } : {};
  const agent = target.isEncrypted ? new https.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, ...tls }) : new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });

  const once = ({ method, path, headers, body, signal }: HttpQuestion): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const options = { agent, method, path, host: target.host, port: target.port, headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) }, ...(signal && { signal }) };
      const request = (target.isEncrypted ? https : http).request(options, (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size > MAX_ANSWER_BYTES) request.destroy(new Error('The answer is too large.'));
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString('utf8') }));
        response.on('error', reject);
      });
      request.on('socket', (socket) => {
        if (!socket.connecting) return;
        const timer = setTimeout(() => request.destroy(Object.assign(new Error('The connection was not accepted in time.'), { code: 'ETIMEDOUT' })), target.connectTimeoutMs);
        socket.once(target.isEncrypted ? 'secureConnect' : 'connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
      });
      request.on('error', (error: Error & { code?: string }) => reject(Object.assign(error, { isStale: request.reusedSocket && error.code === 'ECONNRESET' })));
      request.end(body);
    });

  return {
    async send(question) {
      try {
        return await once(question);
      } catch (error) {
        // The server closed a connection it had kept open, just when it was used again.
        if ((error as { isStale?: boolean }).isStale !== true || question.method === 'POST') throw error;
        return once(question);
      }
    },
    close: () => agent.destroy(),
  };
}
