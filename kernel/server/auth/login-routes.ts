import type { HttpRequest, RouteDefinition } from '@orrery/sdk/server';
import { HttpError, HttpResponse } from '@orrery/sdk/server';
import { identityOf } from '../http/answer-request.ts';
import type { Auth } from './create-auth.ts';
import { safeNext } from './safe-next.ts';

/** Signing in and out for people: form, one-time link, logout, language. */
export function loginRoutes(auth: Auth, applicationRoot: string): readonly RouteDefinition[] {
  const home = `${applicationRoot.replace(/\/$/, '')}/`;
  const redirect = (location: string, cookie?: string): HttpResponse =>
    new HttpResponse({ status: 302, headers: { location, ...(cookie ? { 'set-cookie': cookie } : {}) }, body: '' });
  const wantsJson = (request: HttpRequest): boolean => /json/.test(request.headers['accept'] ?? '') && !/html/.test(request.headers['accept'] ?? '');

  async function startSession(request: HttpRequest, userId: number): Promise<string> {
    const { sessionId } = identityOf(request);
    // A new id for the new rights: an id planted before the login must not gain them.
    if (sessionId) await auth.sessions.end(sessionId);
    await auth.recordLogin(userId);
    return auth.cookies.session(await auth.sessions.start(userId), request.origin);
  }

  async function logOut(request: HttpRequest): Promise<HttpResponse> {
    // Another site's link or image must not sign anybody out.
    if (request.headers['sec-fetch-site'] === 'cross-site') return redirect(home);
    const { sessionId } = identityOf(request);
    if (sessionId) await auth.sessions.end(sessionId);
    return redirect(`${home}login/`, auth.cookies.endSession(request.origin));
  }

  return [
    {
      method: 'POST',
      path: '/login/',
      permission: null,
      bodyLimit: 16 * 1024,
      async handler(request) {
        const { username, password, next } = (request.body ?? {}) as Record<string, unknown>;
        if (typeof username !== 'string' || typeof password !== 'string' || username === '' || password === '') throw new HttpError(400, 'Enter a username and a password');
        const { id } = await auth.checkPassword(username, password, request.ip).catch(explainRefusal);
        const cookie = await startSession(request, id);
        const target = safeNext(next ?? request.query['next'], home);
        return wantsJson(request) ? new HttpResponse({ body: { result: 'OK', next: target }, headers: { 'set-cookie': cookie } }) : redirect(target, cookie);
      },
    },
    {
      method: 'GET',
      path: '/login/link/:token',
      permission: null,
      async handler(request) {
        // Asking about a link must not use it up.
        const userId = request.method === 'HEAD' ? undefined : await auth.links.redeem(request.params['token'] ?? '');
        if (userId === undefined) throw new HttpError(410, 'This login link was used already or has expired. Restart the server to get a new one.');
        return redirect(home, await startSession(request, userId));
      },
    },
    { method: 'GET', path: '/logout/', permission: null, handler: logOut },
    { method: 'POST', path: '/logout/', permission: null, handler: logOut },
    {
      method: 'GET',
      path: '/lang/:locale',
      permission: null,
      handler(request) {
        const locale = request.params['locale'] ?? '';
        if (!/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(locale)) throw new HttpError(404, 'Not found');
        return redirect(safeNext(request.query['next'], home), auth.cookies.locale(locale, request.origin));
      },
    },
  ];
}

/** The form's reader gets a sentence, where API clients get the contract's text. */
function explainRefusal(error: unknown): never {
  throw error instanceof HttpError && error.status === 401 ? new HttpError(401, 'Invalid username or password') : error;
}
