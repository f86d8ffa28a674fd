import { createExtensionPoint } from '@orrery/sdk';
import type { User } from '@orrery/sdk';

/** Something a guest token opens, e.g. `{ type: 'dashboard', id: '<embedded uuid or id>' }`. */
export interface GuestResource {
  readonly type: string;
  readonly id: string;
}

/** A condition on the rows a guest sees; of one dataset, or of all when none is named. */
export interface GuestRule {
  readonly dataset?: number;
  readonly clause: string;
}

/** What a guest's token says. */
export interface GuestClaims {
  readonly resources: readonly GuestResource[];
  readonly rules: readonly GuestRule[];
}

/** A caller who came by a guest token: no row of `ab_user`, the guest role's permissions, and only the named resources. */
export interface GuestUser extends User {
  readonly guest: GuestClaims;
}

/** The claims of a guest; undefined for everybody else. */
export function guestOf(user: User): GuestClaims | undefined {
  return (user as Partial<GuestUser>).guest;
}

/** Knows the things of one type that guest tokens may name. */
export interface GuestResourceKind {
  /** Whether a resource with this id exists; a token for one that does not is refused with 400. */
  exists(id: string): Promise<boolean>;
}

/** Kinds of resources guest tokens may name; contributed by the plugin that owns them. */
export const GuestResources = createExtensionPoint<{ readonly type: string }, GuestResourceKind>({ id: 'security.guest-resources', version: 1 });
