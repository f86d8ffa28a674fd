import type { MetadataStore } from '@orrery/sdk/server';

interface Tables {
  ab_user: { id: number };
  ab_role: { id: number; name: string };
  ab_user_role: { user_id: number; role_id: number };
}

/** Id of the first administrator; undefined while there is none. */
export async function findOwner(metadata: MetadataStore): Promise<number | undefined> {
  const row = await metadata
    .db<Tables>()
    .selectFrom('ab_user as u')
    .innerJoin('ab_user_role as link', 'link.user_id', 'u.id')
    .innerJoin('ab_role as r', 'r.id', 'link.role_id')
    .select('u.id')
    .where('r.name', '=', 'Admin')
    .orderBy('u.id')
    .executeTakeFirst();
  return row?.id;
}
