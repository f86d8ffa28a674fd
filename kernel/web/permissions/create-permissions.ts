import type { Permissions, User } from '@orrery/sdk';

/** Mirrors the server's decision, only to hide what it would refuse. */
export function createPermissions(user: User): Permissions {
  const pairs = new Set(Object.values(user.roles).flatMap((role) => role.map(([action, subject]) => `${action} on ${subject}`)));
  return { can: (action, subject) => user.isAdmin || pairs.has(`${action} on ${subject}`) };
}
