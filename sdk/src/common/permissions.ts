/** A permission pair of the Superset vocabulary, e.g. `['can_read', 'Chart']`. @public */
export type PermissionPair = readonly [action: string, subject: string];

/** Asks what the current user may do. Decided on the server; in the browser it only hides what would be refused. @public */
export interface Permissions {
  can(action: string, subject: string): boolean;
}

/** The signed-in user as both halves see it. `id` is null for anonymous callers. @public */
export interface User {
  readonly id: number | null;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Role name → permission pairs. */
  readonly roles: Readonly<Record<string, readonly PermissionPair[]>>;
  readonly isAnonymous: boolean;
  readonly isAdmin: boolean;
}
