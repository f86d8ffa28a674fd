import { sql } from 'kysely';
import type { Logger, PermissionPair, User } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';
import type { MetadataStore, ServerPermissions } from '@orrery/sdk/server';
import { HttpError } from '@orrery/sdk/server';
import type { KernelTables } from '../metadata/kernel-tables.ts';
import { datasourcePairs } from './datasource-pairs.ts';

/** Permissions with the users behind them. */
export interface PermissionStore extends ServerPermissions {
  /** The user as of the given security version; undefined when absent or switched off. */
  userOf(id: number, version: number): Promise<User | undefined>;
  /** Callers who did not sign in hold the Public role. */
  anonymous(version: number): Promise<User>;
  version(): Promise<number>;
  /** Resolves when all declared pairs are in the database. */
  settled(): Promise<void>;
}

type Declaration = Parameters<ServerPermissions['declare']>[0][number];

const MAX_CACHED_USERS = 10_000;

/** Creates the store. Users are cached until the security version moves, so a change holds from the next request on. */
export async function createPermissions(metadata: MetadataStore, log: Logger): Promise<PermissionStore> {
  const db = metadata.db<KernelTables>();
  const keys = new WeakMap<User, ReadonlySet<string>>();
  const users = new Map<number | null, { readonly version: number; readonly user: User | undefined }>();
  const known = new Set((await db.selectFrom('ab_permission').selectAll().execute()).map((row) => keyOf(row.action, row.subject)));
  let pending: Declaration[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function cached(id: number | null, version: number, load: () => Promise<User | undefined>): Promise<User | undefined> {
    const entry = users.get(id);
    if (entry?.version === version) return entry.user;
    const user = await load();
    if (users.size >= MAX_CACHED_USERS) users.clear();
    users.set(id, { version, user });
    return user;
  }

  async function rolesOf(names: readonly { id: number; name: string }[]): Promise<Record<string, PermissionPair[]>> {
    const roles: Record<string, PermissionPair[]> = Object.fromEntries(names.map(({ name }) => [name, []]));
    if (names.length === 0) return roles;
    const rows = await db.selectFrom('ab_permission_role').selectAll().where('role_id', 'in', names.map(({ id }) => id)).orderBy('action').orderBy('subject').execute();
    const byId = new Map(names.map(({ id, name }) => [id, name]));
    for (const { role_id: id, action, subject } of rows) roles[byId.get(id) as string]?.push([action, subject]);
    if (roles['Admin']) {
      const all = await db.selectFrom('ab_permission').selectAll().orderBy('action').orderBy('subject').execute();
      roles['Admin'] = all.map(({ action, subject }) => [action, subject] as const);
    }
    return roles;
  }

  async function writeDeclared(): Promise<void> {
    const fresh = pending.filter(({ pair }) => !known.has(keyOf(...pair)));
    pending = [];
    if (fresh.length === 0) return;
    await metadata.transaction(async (trx: typeof db) => {
      const roles = new Map((await trx.selectFrom('ab_role').selectAll().execute()).map(({ id, name }) => [name, id]));
      for (const { pair: [action, subject], roles: holders } of fresh) {
        const added = await trx.insertInto('ab_permission').values({ action, subject }).onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
        // Known to another process already, whose administrator may have taken the grants back since.
        if (added.numInsertedOrUpdatedRows === 0n) continue;
        const grants = holders.flatMap((name) => (roles.has(name) ? [{ role_id: roles.get(name) as number, action, subject }] : []));
        if (grants.length > 0) await trx.insertInto('ab_permission_role').values(grants).onConflict((conflict) => conflict.doNothing()).execute();
      }
      await bump(trx);
    });
    for (const { pair } of fresh) known.add(keyOf(...pair));
  }

  const bump = async (on: typeof db): Promise<void> => {
    await on.updateTable('security_version').set({ version: sql`version + 1` }).where('id', '=', 1).execute();
  };

  const can = (user: User, action: string, subject: string): boolean => {
    if (user.isAdmin) return true;
    let held = keys.get(user);
    if (!held) keys.set(user, (held = new Set(Object.values(user.roles).flatMap((pairs) => pairs.map((pair) => keyOf(...pair))))));
    return held.has(keyOf(action, subject));
  };

  return {
    can,
    require(user, action, subject) {
      if (!can(user, action, subject)) throw user.isAnonymous ? new HttpError(401, 'Not authorized') : new HttpError(403, 'Forbidden');
    },
    declare(pairs) {
      pending.push(...pairs);
      writing = writing.then(writeDeclared).catch((error: unknown) => log.error('Permissions could not be stored', { error: String(error) }));
      // Grants stay when a plugin goes: enabling it again must not undo what the administrator set.
      return toDisposable(() => {});
    },
    invalidate: () => bump(db),
    canAccessDatasource: (user, dataset) => datasourcePairs(dataset).some(([action, subject]) => can(user, action, subject)),
    userOf: (id, version) =>
      cached(id, version, async () => {
        const row = await db.selectFrom('ab_user').select(['username', 'first_name', 'last_name', 'email', 'active']).where('id', '=', id).executeTakeFirst();
        if (!row || row.active === 0) return undefined;
        const byGroup = db.selectFrom('ab_user_group').innerJoin('ab_group_role', 'ab_group_role.group_id', 'ab_user_group.group_id').select('role_id').where('user_id', '=', id);
        const held = db.selectFrom('ab_user_role').select('role_id').where('user_id', '=', id).union(byGroup);
        const names = await db.selectFrom('ab_role').select(['id', 'name']).where('id', 'in', held).orderBy('name').execute();
        const isAdmin = names.some(({ name }) => name.toLowerCase() === 'admin');
        return { id, username: row.username, firstName: row.first_name, lastName: row.last_name, email: row.email, roles: await rolesOf(names), isAnonymous: false, isAdmin };
      }),
    anonymous: async (version) => {
      const user = await cached(null, version, async () => {
        const names = await db.selectFrom('ab_role').select(['id', 'name']).where('name', '=', 'Public').execute();
        return { id: null, username: '', firstName: '', lastName: '', email: '', roles: await rolesOf(names), isAnonymous: true, isAdmin: false };
      });
      return user as User;
    },
    async version() {
      return (await db.selectFrom('security_version').select('version').where('id', '=', 1).executeTakeFirstOrThrow()).version;
    },
    async settled() {
      await writing;
    },
  };
}

/** A database or dataset is meant by its id, not by the name it had when access was granted. */
function keyOf(action: string, subject: string): string {
  return `${action}\0${/\(id:\d+\)$/.exec(subject)?.[0] ?? subject}`;
}
