import type { User } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import { auditTime } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';

/** The `user` of the bootstrap data and of `/api/v1/me/roles/` (census BOOT-05). */
export async function bootstrapUser(metadata: MetadataStore, user: User): Promise<Readonly<Record<string, unknown>>> {
  const subjects = (action: string): readonly string[] => [
    ...new Set(Object.values(user.roles).flatMap((pairs) => pairs.filter(([name]) => name === action).map(([, subject]) => subject))),
  ];
  const row = user.id === null ? undefined : await metadata.db<KernelTables>().selectFrom('ab_user').select(['created_on', 'login_count']).where('id', '=', user.id).executeTakeFirst();
  const groups = user.id === null ? [] : await metadata.db<KernelTables>().selectFrom('ab_user_group').innerJoin('ab_group', 'ab_group.id', 'group_id').select('name').where('user_id', '=', user.id).orderBy('name').execute();
  return {
    ...(user.id === null ? {} : { userId: user.id }),
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isActive: !user.isAnonymous,
    isAnonymous: user.isAnonymous,
    ...(row ? { createdOn: auditTime(row.created_on), loginCount: row.login_count } : {}),
    roles: user.roles,
    permissions: { database_access: subjects('database_access'), datasource_access: subjects('datasource_access') },
    groups: groups.map(({ name }) => name),
  };
}
