import type { PermissionPair } from '@orrery/sdk';
import type { AuthProvider, MetadataStore } from '@orrery/sdk/server';
import type { GuestUser } from '../../contract.ts';
import type { SecurityTables } from '../tables.ts';
import type { GuestTokens } from './guest-tokens.ts';

const MAX_KNOWN = 1000;

/** Turns guest tokens into users that hold the guest role. One token is one user object until roles or rules change. */
export function createGuestProvider(metadata: MetadataStore, tokens: GuestTokens, roleName: string, now: () => number = Date.now): AuthProvider {
  const db = metadata.db<SecurityTables>();
  const known = new Map<string, { readonly version: number; readonly expires: number; readonly user: GuestUser }>();

  async function rolePairs(): Promise<readonly PermissionPair[]> {
    const rows = await db.selectFrom('ab_permission_role').innerJoin('ab_role', 'ab_role.id', 'role_id').select(['action', 'subject']).where('name', '=', roleName).orderBy('action').orderBy('subject').execute();
    return rows.map(({ action, subject }) => [action, subject] as const);
  }

  return {
    async userOf(token) {
      const { version } = await db.selectFrom('security_version').select('version').where('id', '=', 1).executeTakeFirstOrThrow();
      const before = known.get(token);
      if (before && before.version === version && before.expires > now()) return before.user;
      known.delete(token);
      const content = await tokens.read(token);
      if (!content) return undefined;
      const user: GuestUser = {
        id: null,
        username: content.user.username ?? 'guest_user',
        firstName: content.user.first_name ?? 'Guest',
        lastName: content.user.last_name ?? 'User',
        email: '',
        roles: { [roleName]: await rolePairs() },
        isAnonymous: false,
        isAdmin: false,
        guest: { resources: content.resources, rules: content.rules },
      };
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
      known.set(token, { version, expires: content.expires, user });
      return user;
    },
  };
}
