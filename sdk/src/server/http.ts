import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import type { JsonSchema, User } from '@orrery/sdk';

/** @public */
export interface HttpRequest<B = unknown> {
  readonly method: string;
  /** Path under the application root. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** `q` decoded from Rison or JSON; undefined when absent. */
  readonly q: unknown;
  readonly body: B;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly user: User;
  /** Language the caller chose; undefined when they never did. */
  readonly locale?: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly ip: string;
  /** Origin as the client sees it, e.g. `http://127.0.0.1:8088`. */
  readonly origin: string;
  /** Parts of a multipart body, each at most `limits.uploadBytes`; only for routes with `multipart: true`. */
  readonly parts?: Readonly<Record<string, { readonly filename?: string; readonly data: Buffer }>>;
  /** The body as it arrives; only for routes with `rawBody: true`, which must bound what they read. */
  readonly stream?: Readable;
}

/** Answer of a handler when a plain JSON 200 is not enough. @public */
export class HttpResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream?: Readable | AsyncIterable<string | Uint8Array>;

  constructor(init: {
    status?: number;
    body?: unknown;
    headers?: Readonly<Record<string, string>>;
    stream?: Readable | AsyncIterable<string | Uint8Array>;
  }) {
    this.status = init.status ?? 200;
    this.body = init.body;
    this.headers = init.headers ?? {};
    this.stream = init.stream;
  }
}

/**
 * A refusal with the contract's body (contract §0.4). `flat` bodies are `{message}`; give `errors` for a SIP-40 body.
 * Thrown anywhere in a handler; everything else thrown becomes a 500 whose text leaks nothing.
 * @public
 */
export class HttpError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: string | { readonly message?: unknown; readonly errors?: readonly unknown[]; readonly [key: string]: unknown }, cause?: unknown) {
    super(typeof body === 'string' ? body : JSON.stringify(body), cause === undefined ? undefined : { cause });
    this.name = 'HttpError';
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : body;
  }
}

/** SIP-40 error body with one error (contract §0.4). @public */
export function sip40(
  status: number,
  errorType: string,
  message: string,
  options: { level?: 'info' | 'warning' | 'error'; issueCodes?: readonly { code: number; message: string }[]; extra?: Readonly<Record<string, unknown>> } = {},
): HttpError {
  return new HttpError(status, {
    errors: [
      {
        message,
        error_type: errorType,
        level: options.level ?? (status >= 500 ? 'error' : 'warning'),
        extra: { ...options.extra, ...(options.issueCodes ? { issue_codes: options.issueCodes } : {}) },
      },
    ],
  });
}

/** @public */
export interface RouteDefinition<B = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify syntax, e.g. `/api/v1/chart/:pk`. Trailing slashes are optional for callers. */
  readonly path: string;
  /** Permission pair the caller needs; null for routes open to everybody. */
  readonly permission: readonly [string, string] | null;
  /** `cookie` sessions need a CSRF token on writes; false exempts the route (contract §0.2). */
  readonly csrf?: boolean;
  readonly body?: JsonSchema;
  /** Status of a body that does not fit; default 400. */
  readonly invalidBody?: 400 | 422;
  readonly multipart?: boolean;
  /** Bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** The body is not read: the handler reads `request.stream`. A CSRF token must come in the header. */
  readonly rawBody?: boolean;
  handler(request: HttpRequest<B>): unknown | Promise<unknown>;
  /** Takes over the connection of a websocket handshake at a GET path; nobody checked who calls, and errors must not be thrown. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}
