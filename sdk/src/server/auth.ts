import type { User } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';

/** Proves who calls by a token of its own kind. @public */
export interface AuthProvider {
  /** The user behind a token; undefined when it is not this provider's, or no longer good. */
  userOf(token: string): Promise<User | undefined>;
}

/** Further ways to prove who calls. `guest`: header `X-GuestToken`, or the field `guest_token` of a form. @public */
export const AuthProviders = createExtensionPoint<{ readonly id: string; readonly kind: 'guest' }, AuthProvider>({ id: 'core.auth-providers', version: 1 });
