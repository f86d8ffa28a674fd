import type { User } from '@orrery/sdk';

/** Who calls, and how that was proven. */
export interface Identity {
  readonly user: User;
  readonly by: 'anonymous' | 'session' | 'bearer' | 'guest';
  /** Value of the session cookie; the CSRF token is bound to it. */
  readonly sessionId: string | undefined;
  readonly locale: string | undefined;
  /** Cookie to (re)set with the answer. */
  readonly setCookie?: string;
}

/** What the HTTP room asks of the auth room. */
export interface Gatekeeper {
  identify(request: { readonly path: string; readonly headers: Readonly<Record<string, string | undefined>>; readonly ip: string; readonly origin: string }): Promise<Identity>;
  /** Token for the caller's forms; may need a cookie set first. */
  csrfToken(identity: Identity, origin: string): { readonly token: string; readonly setCookie?: string };
  isCsrfTokenValid(identity: Identity, token: string | undefined): boolean;
}
