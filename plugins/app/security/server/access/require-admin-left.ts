import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { HttpError } from '@orrery/sdk/server';

/**
 * Refuses a change that left nobody who can administer: 422. Call it inside the transaction, after the change and `touchSecurity`,
 * so that two changes at once cannot each rely on the administrator the other takes away.
 */
export async function requireAdminLeft<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql`
    select u.id from ab_user as u where u.active = 1 and (
      exists (select 1 from ab_user_role as l join ab_role as r on r.id = l.role_id where l.user_id = u.id and r.name = 'Admin')
      or exists (
        select 1 from ab_user_group as l join ab_group_role as g on g.group_id = l.group_id join ab_role as r on r.id = g.role_id
        where l.user_id = u.id and r.name = 'Admin'))
    limit 1`.execute(db);
  if (rows.length === 0) throw new HttpError(422, 'This would leave no active administrator. Give another active user the Admin role first.');
}
