import type { ResourceContext } from '@orrery/sdk/server';
import { sql } from 'kysely';
import { permissionView } from './describe-dataset.ts';

type Db = ResourceContext['db'];

const ACTION = 'datasource_access';

/** Subjects of the access pairs of datasets, as they are called now. */
async function subjectsOf(db: Db, ids: readonly number[]): Promise<readonly string[]> {
  const rows = await db.selectFrom('tables as t').innerJoin('dbs as d', 'd.id', 't.database_id').select(['t.id as id', 't.table_name as table_name', 'd.database_name as database_name']).where('t.id', 'in', ids).execute();
  return rows.map((row) => permissionView({ id: Number(row['id']), table_name: String(row['table_name']), database: { database_name: String(row['database_name']) } }));
}

/** Tells all processes that grants changed. */
async function tellGrants(db: Db): Promise<void> {
  await sql`update security_version set version = version + 1 where id = 1`.execute(db);
}

/**
 * Lets those who were granted a dataset keep it under another name, or in another database (contract §0.3). Runs in the transaction of
 * the change, after it; `before` is the row as it was.
 */
export async function keepPermission(db: Db, id: number, before: Readonly<Record<string, unknown>>): Promise<void> {
  const [to] = await subjectsOf(db, [id]);
  const database = await db.selectFrom('dbs').select('database_name').where('id', '=', Number(before['database_id'])).executeTakeFirst();
  if (to === undefined || !database) return;
  const from = permissionView({ id, table_name: String(before['table_name']), database: { database_name: String(database['database_name']) } });
  if (from === to) return;
  for (const [table, keys] of [['ab_permission', sql`action`], ['ab_permission_role', sql`role_id, action`]] as const) {
    await sql`insert into ${sql.table(table)} (${keys}, subject) select ${keys}, ${to} from ${sql.table(table)} where action = ${ACTION} and subject = ${from} on conflict do nothing`.execute(db);
    await sql`delete from ${sql.table(table)} where action = ${ACTION} and subject = ${from}`.execute(db);
  }
  await tellGrants(db);
}

/** Removes the pairs of datasets that go, and who holds them. Runs in the transaction of the removal, before it. */
export async function removePermissions(db: Db, ids: readonly number[]): Promise<void> {
  const subjects = await subjectsOf(db, ids);
  if (subjects.length === 0) return;
  for (const table of ['ab_permission_role', 'ab_permission']) {
    await sql`delete from ${sql.table(table)} where action = ${ACTION} and subject in (${sql.join(subjects)})`.execute(db);
  }
  await tellGrants(db);
}
