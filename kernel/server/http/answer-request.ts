import { setMaxListeners } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpRequest } from '@orrery/sdk/server';
import { HttpError, HttpResponse, sip40, validateJson } from '@orrery/sdk/server';
import type { HttpServerOptions, OwnedRoute } from './create-http-server.ts';
import type { Router } from './create-router.ts';
import { decodeQ } from './decode-q.ts';
import type { Identity } from './identity.ts';
import { messageOf, normaliseError } from './normalise-error.ts';
import { parseBody, readBody } from './read-body.ts';
import { toResponseStream } from './send-stream.ts';

const DEFAULT_BODY_LIMIT = 1024 * 1024;
const READS = new Set(['GET', 'HEAD']);

/** The identity behind a request, for the kernel's own routes. */
const identities = new WeakMap<HttpRequest, Identity>();

/** Who called, for a request handed to a route. */
export function identityOf(request: HttpRequest): Identity {
  const identity = identities.get(request);
  if (!identity) throw new Error('The request did not come through the server');
  return identity;
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly ip: string;
  readonly origin: string;
  readonly isApi: boolean;
  identity: Identity | undefined;
}

/** One request from its path to its answer; never throws. */
export async function answerRequest(options: HttpServerOptions, router: Router<OwnedRoute>, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const started = performance.now();
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const call = createCall(options, request, reply);
  const match = call.path === '' ? undefined : router.match(method, call.path);
  try {
    call.identity = await options.gatekeeper.identify(call);
    if (call.identity.setCookie) void reply.header('set-cookie', call.identity.setCookie);
    if (match) return await runRoute(options, match.value, match.params, call, call.identity);
    const allowed = call.path === '' ? [] : router.allowed(call.path);
    if (allowed.length > 0 && !READS.has(request.method)) {
      void reply.header('allow', allowed.join(', '));
      throw new HttpError(405, 'Method not allowed');
    }
    if (call.isApi || !READS.has(request.method) || call.path === '') throw new HttpError(404, 'Not found');
    return await sendPage(options, call, call.identity, 200);
  } catch (error) {
    return await answerError(options, match?.value.owner ?? 'kernel', call, error);
  } finally {
    options.log.info('request', {
      requestId: request.id,
      method: request.method,
      // The pattern, not the address: addresses may carry tokens and filter values.
      route: match?.value.definition.path ?? (call.isApi ? 'unknown' : 'page'),
      status: reply.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      userId: call.identity?.user.id ?? null,
    });
  }
}

function createCall(options: HttpServerOptions, request: FastifyRequest, reply: FastifyReply): Call {
  const [rawPath, search] = splitOnce(request.raw.url ?? '/', '?');
  const root = options.applicationRoot.replace(/\/$/, '');
  const inside = root === '' || rawPath === root || rawPath.startsWith(`${root}/`);
  const path = inside ? rawPath.slice(root.length) || '/' : '';
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
  const accept = headers.accept ?? '';
  return {
    request,
    reply,
    path,
    headers,
    ip: request.ip,
    query: Object.fromEntries(new URLSearchParams(search)),
    origin: options.publicOrigin ?? `${request.protocol}://${request.host}`,
    isApi: /^\/(?:[^/]+\/)?api\//.test(path) || (accept.includes('json') && !accept.includes('html')),
    identity: undefined,
  };
}

async function runRoute(options: HttpServerOptions, { definition }: OwnedRoute, params: Readonly<Record<string, string>>, call: Call, identity: Identity): Promise<FastifyReply> {
  const { request, reply } = call;
  const writes = !READS.has(request.method);
  const contentType = call.headers['content-type'] ?? '';
  // A download is a form, which cannot set headers: a guest's token comes in a field, read before it is known who calls. Only where
  // no CSRF token is asked for: guests need none, so elsewhere (login) the field would be a way around it.
  const form = writes && definition.csrf === false && contentType.startsWith('application/x-www-form-urlencoded') ? await readBody(request.raw, definition.bodyLimit ?? DEFAULT_BODY_LIMIT) : undefined;
  const guestToken = form && new URLSearchParams(form.toString()).get('guest_token');
  if (guestToken) call.identity = identity = await options.gatekeeper.identify({ ...call, headers: { ...call.headers, 'x-guesttoken': guestToken } });
  const { user } = identity;
  if (definition.permission && !options.permissions.can(user, ...definition.permission)) {
    throw user.isAnonymous ? new HttpError(401, 'Not authorized') : new HttpError(403, 'Forbidden');
  }
  const bytes = form ?? (writes && !definition.rawBody ? await readBody(request.raw, definition.bodyLimit ?? DEFAULT_BODY_LIMIT) : Buffer.alloc(0));
  const { body, parts } = await parseBody(contentType, bytes);
  if (writes && definition.csrf !== false && identity.by !== 'bearer' && identity.by !== 'guest') {
    const field = contentType.includes('json') ? undefined : (body as { csrf_token?: unknown } | undefined)?.csrf_token;
    const token = call.headers['x-csrftoken'] ?? (typeof field === 'string' ? field : undefined);
    if (!options.gatekeeper.isCsrfTokenValid(identity, token)) {
      if (call.isApi || contentType.includes('json') || !(call.headers.accept ?? '').includes('text/html')) throw csrfError(token);
      return reply.code(302).header('location', `${options.applicationRoot.replace(/\/$/, '')}/login/`).send('');
    }
  }
  if (definition.body) {
    if (bytes.length > 0 && !contentType.includes('json')) throw new HttpError(400, 'Request is not JSON');
    const message = validateJson(definition.body, body ?? {});
    if (message) throw new HttpError(definition.invalidBody ?? 400, { message });
  }
  const abort = new AbortController();
  // Every query of a batch listens.
  setMaxListeners(0, abort.signal);
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) abort.abort(new Error('The client went away'));
  });
  const httpRequest: HttpRequest = {
    method: request.method,
    path: call.path,
    params,
    query: call.query,
    q: decodeQ(call.query.q),
    body: body ?? (definition.body ? {} : undefined),
    headers: call.headers,
    user,
    signal: abort.signal,
    locale: identity.locale,
    ip: request.ip,
    origin: call.origin,
    ...(definition.multipart ? { parts: parts ?? {} } : definition.rawBody ? { stream: request.raw } : {}),
  };
  identities.set(httpRequest, identity);
  const answer = await definition.handler(httpRequest);
  return answer instanceof HttpResponse || isForeignResponse(answer) ? sendResponse(call, answer) : sendJson(reply, 200, answer);
}

/** A response made by another copy of the SDK. */
function isForeignResponse(answer: unknown): answer is HttpResponse {
  return typeof answer === 'object' && answer !== null && answer.constructor?.name === 'HttpResponse';
}

function sendResponse({ reply, headers }: Call, response: HttpResponse): FastifyReply {
  void reply.code(response.status).headers(response.headers);
  if (response.stream) {
    const type = response.headers['content-type'] ?? 'application/octet-stream';
    const { stream, encoding } = toResponseStream(response.stream, type, headers['accept-encoding'] ?? '');
    if (encoding) void reply.header('content-encoding', encoding);
    return reply.type(type).header('cache-control', response.headers['cache-control'] ?? 'no-store').send(stream);
  }
  if (typeof response.body === 'string' || Buffer.isBuffer(response.body)) {
    if (!reply.hasHeader('content-type')) void reply.type('text/plain; charset=utf-8');
    return reply.send(response.body);
  }
  if (response.body === undefined) return reply.send('');
  return sendJson(reply, response.status, response.body);
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body ?? {}));
}

async function sendPage(options: HttpServerOptions, call: Call, identity: Identity, status: number, error?: { message: string; requestId: string }): Promise<FastifyReply> {
  const csrf = options.gatekeeper.csrfToken(identity, call.origin);
  if (csrf.setCookie) void call.reply.header('set-cookie', csrf.setCookie);
  const page = await options.renderPage({
    method: call.request.method,
    path: call.path,
    query: call.query,
    headers: call.headers,
    origin: call.origin,
    user: identity.user,
    locale: identity.locale,
    csrfToken: csrf.token,
    status,
    ...(error ? { error } : {}),
  });
  for (const cookie of page.cookies ?? []) void call.reply.header('set-cookie', cookie);
  if (page.isFramed) void call.reply.removeHeader('x-frame-options');
  return call.reply.code(page.status ?? status).headers({ 'cache-control': 'no-store', ...page.headers }).type('text/html; charset=utf-8').send(page.html);
}

async function answerError(options: HttpServerOptions, owner: string, call: Call, error: unknown): Promise<FastifyReply> {
  const { request, reply, identity } = call;
  const failure = normaliseError(error, request.id);
  if (failure.unexpected) {
    const { stack, cause } = error instanceof Error ? error : { stack: String(error), cause: undefined };
    options.log.error('A request failed', { requestId: request.id, plugin: owner, error: stack, cause: cause instanceof Error ? cause.stack : undefined });
  }
  if (error instanceof Error && 'retryAfter' in error) void reply.header('retry-after', String(error.retryAfter));
  const wantsPage = !call.isApi && identity && (call.headers.accept ?? '').includes('text/html');
  if (wantsPage) {
    if (failure.status === 401 && READS.has(request.method)) {
      return reply.code(302).header('location', `${options.applicationRoot.replace(/\/$/, '')}/login/?next=${encodeURIComponent(request.raw.url ?? '/')}`).send('');
    }
    return sendPage(options, call, identity, failure.status, { message: messageOf(failure.body), requestId: request.id }).catch(() => sendJson(reply, failure.status, failure.body));
  }
  return sendJson(reply, failure.status, failure.body);
}

function csrfError(token: string | undefined): HttpError {
  const message = token === undefined ? 'The CSRF token is missing.' : 'The CSRF token is invalid or has expired.';
  return sip40(400, 'GENERIC_BACKEND_ERROR', `400 Bad Request: ${message}`, {
    issueCodes: [{ code: 1011, message: 'Issue 1011 - Something unexpected happened on the server.' }],
  });
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
