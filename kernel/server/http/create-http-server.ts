import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import type { Disposable, Logger } from '@orrery/sdk';
import type { RouteDefinition, ServerPermissions } from '@orrery/sdk/server';
import { createRouter } from './create-router.ts';
import type { Router } from './create-router.ts';
import { answerRequest } from './answer-request.ts';
import type { Gatekeeper } from './identity.ts';
import type { RenderPage } from './page.ts';

/** A route with the plugin it belongs to. */
export interface OwnedRoute {
  readonly definition: RouteDefinition;
  readonly owner: string;
}

/** The server's HTTP side. */
export interface HttpServer {
  /** For parts that need the framework itself (static files); only before `listen`. */
  readonly app: FastifyInstance;
  route(definition: RouteDefinition, owner: string): Disposable;
  readonly routes: Router<OwnedRoute>['values'];
  /** Answers the origin it listens at. */
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
  /** Stops accepting, lets running requests end for up to `drainMs`, then cuts them. */
  close(drainMs?: number): Promise<void>;
}

/** What the HTTP room needs from its neighbours. */
export interface HttpServerOptions {
  readonly applicationRoot: string;
  readonly trustProxy: boolean;
  /** Fixed origin of the deployment, so that a forged Host header cannot end up in links. */
  readonly publicOrigin?: string;
  readonly gatekeeper: Gatekeeper;
  readonly permissions: Pick<ServerPermissions, 'can'>;
  readonly renderPage: RenderPage;
  readonly log: Logger;
}

const DRAIN_MS = 10_000;

/** Creates the server; nothing listens yet. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const router = createRouter<OwnedRoute>();
  const app = fastify({
    logger: false,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    requestTimeout: 600_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (_error, _request, reply) => void (reply as FastifyReply).code(400).send({ message: 'Bad request' }),
  });
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, zlibOptions: { level: 5 } });
  // Bodies are read after the caller's rights are known, with the route's own limit.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  let running = 0;
  app.addHook('onRequest', async (request, reply) => {
    running += 1;
    reply.raw.once('close', () => (running -= 1));
    void reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': request.id,
    });
  });
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => answerRequest(options, router, request, reply);
  const root = options.applicationRoot.replace(/\/$/, '');
  const upgraded = new Set<Duplex>();
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    const upgrade = path.startsWith(`${root}/`) ? router.match('GET', path.slice(root.length))?.value.definition.upgrade : undefined;
    socket.on('error', () => socket.destroy());
    if (!upgrade) return void socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    upgrade(request, socket, head);
  });
  app.route({ method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], url: '/*', handler: answer });
  // Only static folders end here: a missing file must not be answered with the page.
  app.setNotFoundHandler((_request, reply) => void reply.code(404).type('application/json; charset=utf-8').send('{"message":"Not found"}'));
  app.setErrorHandler((error, request, reply) => {
    if (reply.raw.destroyed) return;
    options.log.error('A request failed outside its route', { requestId: request.id, error: error instanceof Error ? error.stack : String(error) });
    void reply.code(500).send({ message: 'Fatal error', request_id: request.id });
  });

  return {
    app, routes: router.values,
    route: (definition, owner) => router.add(definition.method, definition.path, { definition, owner }),
    async listen({ host, port }) {
      await app.listen({ host, port });
      const address = app.server.address() as AddressInfo;
      const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
      return options.publicOrigin ?? `http://${name}:${address.port}`;
    },
    async close(drainMs = DRAIN_MS) {
      const until = Date.now() + drainMs;
      // Browsers hold connections open they never asked anything on; only requests are worth waiting for.
      const cut = setInterval(() => {
        if (running === 0 || Date.now() > until) app.server.closeAllConnections();
      }, 20);
      for (const socket of upgraded) socket.destroy();
      try {
        await app.close();
      } finally {
        clearInterval(cut);
      }
    },
  };
}
