import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { MetadataStore } from '@orrery/sdk/server';
import { touchSecurity } from '../access/touch-security.ts';
import type { SecurityTables } from '../tables.ts';

type Db = Kysely<SecurityTables>;

/** Keeps the numbered pairs in step with what plugins declared and with the databases and datasets there are. */
export interface PairSync {
  /** Cheap when nothing was written since the last time. */
  sync(): Promise<void>;
}

const MAX_SUBJECT = 250;
const byId = sql`(action in ('database_access', 'datasource_access') and subject like '%(id:%')`;

/** The pair of every database, catalog, schema and dataset (contract §0.3). */
function dataPairs(): RawBuilder<unknown> {
  const [table, schema, catalog] = [sql.ref('t.table_name'), sql.ref('t.schema'), sql.ref('t.catalog')];
  const id = (alias: string): RawBuilder<unknown> => sql`'(id:' || cast(${sql.ref(`${alias}.id`)} as varchar(20)) || ')'`;
  const database = sql`'[' || d.database_name || ']'`;
  const from = sql`from ${sql.table('tables')} as t join dbs as d on d.id = t.database_id`;
  return sql`
    select 'database_access' as action, ${database} || '.' || ${id('d')} as subject from dbs as d
    union select 'catalog_access', ${database} || '.[' || ${catalog} || ']' ${from} where ${catalog} is not null
    union select 'schema_access', ${database} || '.[' || ${schema} || ']' ${from} where ${schema} is not null
    union select 'schema_access', ${database} || '.[' || ${catalog} || '].[' || ${schema} || ']' ${from} where ${schema} is not null and ${catalog} is not null
    union select 'datasource_access', ${database} || '.[' || ${table} || ']' || ${id('t')} ${from}`;
}

/** Pairs whose database or dataset was renamed get its present name, those of deleted ones go. Answers the number of changes. */
async function renamePairs(db: Db): Promise<number> {
  const { rows: stale } = await sql<{ action: string; subject: string }>`
    with present as (${dataPairs()})
    select action, subject from ab_permission where ${byId} and not exists (select 1 from present as p where p.action = ab_permission.action and p.subject = ab_permission.subject)`.execute(db);
  if (stale.length === 0) return 0;
  const { rows: present } = await sql<{ action: string; subject: string }>`${dataPairs()}`.execute(db);
  const idOf = (subject: string): string => /\(id:\d+\)$/.exec(subject)?.[0] ?? subject;
  const names = new Map(present.map(({ action, subject }) => [`${action}\0${idOf(subject)}`, subject]));
  for (const { action, subject } of stale) {
    const now = names.get(`${action}\0${idOf(subject)}`);
    if (now !== undefined && now.length <= MAX_SUBJECT) {
      await sql`insert into ab_permission (action, subject) values (${action}, ${now}) on conflict do nothing`.execute(db);
      await sql`insert into ab_permission_role (role_id, action, subject) select role_id, action, ${now} from ab_permission_role where action = ${action} and subject = ${subject} on conflict do nothing`.execute(db);
    }
    await sql`delete from ab_permission_role where action = ${action} and subject = ${subject}`.execute(db);
    await sql`delete from ab_permission where action = ${action} and subject = ${subject}`.execute(db);
  }
  return stale.length;
}

async function syncNow(db: Db): Promise<boolean> {
  const run = async (query: RawBuilder<unknown>): Promise<number> => Number((await query.execute(db)).numAffectedRows ?? 0n);
  const access =
    (await renamePairs(db)) +
    (await run(sql`insert into ab_permission (action, subject) select n.action, n.subject from (${dataPairs()}) as n
      where length(n.subject) <= ${sql.lit(MAX_SUBJECT)} and not exists (select 1 from ab_permission as p where p.action = n.action and p.subject = n.subject) on conflict do nothing`));
  // Roles of administrators list all pairs, so new ones are news.
  if (access > 0) await touchSecurity(db);
  const numbers = [
    await run(sql`insert into security_permission (name) select distinct action from ab_permission where action not in (select name from security_permission) on conflict do nothing`),
    await run(sql`insert into security_resource (name) select distinct subject from ab_permission where subject not in (select name from security_resource) on conflict do nothing`),
    await run(sql`delete from security_pair where not exists (select 1 from ab_permission as p where p.action = security_pair.action and p.subject = security_pair.subject)`),
    await run(sql`insert into security_pair (permission_id, resource_id, action, subject)
      select a.id, s.id, p.action, p.subject from ab_permission as p join security_permission as a on a.name = p.action join security_resource as s on s.name = p.subject
      where not exists (select 1 from security_pair as k where k.action = p.action and k.subject = p.subject) on conflict do nothing`),
    await run(sql`delete from security_resource where id not in (select resource_id from security_pair)`),
  ];
  return access > 0 || numbers.some((count) => count > 0);
}

/** Creates the sync over the metadata database. */
export function createPairSync(metadata: MetadataStore): PairSync {
  let synced: string | undefined;
  return {
    async sync() {
      const version = await metadata.dataVersion();
      if (version === synced) return;
      const changed = await metadata.transaction<SecurityTables, boolean>(syncNow);
      synced = changed ? undefined : version;
    },
  };
}
