import type { MetadataStore } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { hashPassword } from './passwords.ts';

/** The administrator to hand a login link to: set as long as nobody gave the account a password. */
export interface FirstAdmin {
  readonly userId: number;
  readonly needsLink: boolean;
}

/** Makes the first administrator of an empty installation. There is no default password: it is given, or the account has none. */
export async function ensureFirstAdmin(metadata: MetadataStore, password: string | undefined): Promise<FirstAdmin | undefined> {
  const password_hash = password ? await hashPassword(password) : null;
  return metadata.transaction<KernelTables, FirstAdmin | undefined>(async (db) => {
    const direct = db.selectFrom('ab_user_role').innerJoin('ab_role', 'ab_role.id', 'role_id').select('user_id').where('name', '=', 'Admin');
    const groups = db.selectFrom('ab_group_role').innerJoin('ab_role', 'ab_role.id', 'role_id').select('group_id').where('name', '=', 'Admin');
    const held = direct.union(db.selectFrom('ab_user_group').select('user_id').where('group_id', 'in', groups));
    const admins = await db.selectFrom('ab_user').select(['id', 'password_hash']).where('id', 'in', held).orderBy('id').execute();
    const [first] = admins;
    if (!first) {
      const now = Date.now();
      const { id } = await db
        .insertInto('ab_user')
        .values({ username: 'admin', first_name: 'Orrery', last_name: 'Admin', email: 'admin@localhost', password_hash, active: 1, created_on: now, changed_on: now, last_login: null, login_count: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const role = await db.selectFrom('ab_role').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow();
      await db.insertInto('ab_user_role').values({ user_id: id, role_id: role.id }).execute();
      return { userId: id, needsLink: password_hash === null };
    }
    if (admins.some((admin) => admin.password_hash !== null)) return undefined;
    if (password_hash === null) return { userId: first.id, needsLink: true };
    await db.updateTable('ab_user').set({ password_hash }).where('id', '=', first.id).execute();
    return { userId: first.id, needsLink: false };
  });
}
