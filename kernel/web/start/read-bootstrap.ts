import type { JsonObject, PermissionPair, User } from '@orrery/sdk';
import type { Bootstrap } from '@orrery/sdk/web';

/** Reads the bootstrap data of a page: ours or a Superset server's (census BOOT-01…06); what is missing gets a harmless value. */
export function readBootstrap(raw: unknown): Bootstrap {
  const { user, common, ...rest } = objectOf(raw);
  const given = objectOf(common);
  return {
    ...(rest as Partial<Bootstrap>),
    user: readUser(objectOf(user)),
    common: {
      ...given,
      application_root: String(given['application_root'] ?? '').replace(/\/+$/, ''),
      static_assets_prefix: String(given['static_assets_prefix'] ?? ''),
      conf: objectOf(given['conf']),
      locale: String(given['locale'] || 'en'),
      feature_flags: objectOf(given['feature_flags']) as Record<string, boolean>,
    },
  };
}

function readUser(user: JsonObject): User {
  const roles = objectOf(user['roles']) as Record<string, readonly PermissionPair[]>;
  const id = user['id'] ?? user['userId'];
  return {
    id: typeof id === 'number' ? id : null,
    username: String(user['username'] ?? ''),
    firstName: String(user['firstName'] ?? ''),
    lastName: String(user['lastName'] ?? ''),
    email: String(user['email'] ?? ''),
    roles,
    isAnonymous: typeof user['isAnonymous'] === 'boolean' ? user['isAnonymous'] : typeof id !== 'number',
    isAdmin: typeof user['isAdmin'] === 'boolean' ? user['isAdmin'] : 'Admin' in roles,
  };
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
