import type { JsonObject } from '@orrery/sdk';
import type { ConnectorContribution, Secrets } from '@orrery/sdk/server';
import type { Kysely } from 'kysely';
import type { AssetFile, ImportContext, ImportTarget } from '../../../import-export/contract.ts';
import type { DatabaseTables } from '../../contract.ts';
import { isSameTarget, MASK, sealParameters } from '../connection-parameters.ts';
import { openExtra, sealExtra } from '../encrypted-extra.ts';
import { extraFromFile, objectOf } from './database-file.ts';
import { isMasked, readConnection } from './file-connection.ts';

type Row = DatabaseTables['dbs'];
type Db = Kysely<DatabaseTables>;

/** What the importer takes from the plugin. */
export interface ImportRooms {
  readonly secrets: Secrets;
  readonly connectors: readonly ConnectorContribution[];
}

const flag = (value: unknown, otherwise: boolean): number => ((typeof value === 'boolean' ? value : otherwise) ? 1 : 0);

/** Writes one database. An engine nobody here knows, or a host nobody reaches, is no reason not to. */
export async function importDatabase(file: AssetFile, target: ImportTarget, context: ImportContext, rooms: ImportRooms): Promise<number> {
  const { content, uuid } = file;
  const db = context.db.as<DatabaseTables>();
  const existing = target.existingId === undefined ? undefined : await db.selectFrom('dbs').selectAll().where('id', '=', target.existingId).executeTakeFirst();
  const connection = connectionValues(file, existing, context, rooms);
  const values = {
    ...connection,
    database_name: await freeName(String(content['database_name']), existing?.id, db, context),
    extra: extraFromFile(content['extra']),
    cache_timeout: (content['cache_timeout'] as number | null | undefined) ?? null,
    expose_in_sqllab: flag(content['expose_in_sqllab'], true),
    allow_dml: flag(content['allow_dml'], false),
    allow_file_upload: flag(content['allow_csv_upload'] ?? content['allow_file_upload'], false),
    allow_run_async: flag(content['allow_run_async'], false),
    allow_ctas: flag(content['allow_ctas'], false),
    allow_cvas: flag(content['allow_cvas'], false),
    impersonate_user: impersonation(content['impersonate_user'] === true, connection.backend, context, rooms),
    is_managed_externally: flag(content['is_managed_externally'], false),
    external_url: (content['external_url'] as string | null | undefined) ?? null,
    changed_on: context.now,
    changed_by_fk: context.user.id,
  };
  if (objectOf(content['ssh_tunnel'])) context.warn('The ssh tunnel was left out: tunnels are not supported. The database must be reachable without.');
  if (existing) {
    await db.updateTable('dbs').set(values as Partial<Row>).where('id', '=', existing.id).execute();
    return existing.id;
  }
  const row = { ...values, uuid, created_on: context.now, created_by_fk: context.user.id, ...(target.newId === undefined ? {} : { id: target.newId }) };
  return (await db.insertInto('dbs').values(row as unknown as Row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Whether it is asked in the name of each user; not where the engine is known to be unable to. */
function impersonation(isWanted: boolean, backend: string | undefined, context: ImportContext, { connectors }: ImportRooms): number {
  const connector = connectors.find(({ engine }) => engine === backend);
  const isUnable = connector !== undefined && !connector.supportsImpersonation;
  if (isWanted && isUnable) context.warn(`${connector.title} cannot be asked in the name of each user: "impersonate_user" was left out, and its stored account is used for all.`);
  return flag(isWanted && !isUnable, false);
}

/** Backend and sealed parameters. A connection that works here is not given up for one no connector knows. */
function connectionValues(file: AssetFile, existing: Row | undefined, context: ImportContext, { secrets, connectors }: ImportRooms): Partial<Row> {
  const connection = readConnection(String(file.content['sqlalchemy_uri']), connectors);
  if (!connection) return context.refuse({ sqlalchemy_uri: ['Invalid connection string'] });
  const { backend, isSupported } = connection;
  const isKept = existing !== undefined && !isSupported && connectors.some(({ engine }) => engine === existing.backend);
  if (isKept) {
    context.warn(`No connector for the engine "${backend}" is installed: the connection that is set up here was kept.`);
    return { backend: existing.backend, parameters: existing.parameters };
  }
  if (!isSupported) context.warn(`No connector for the engine "${backend}" is installed: the database was imported but cannot be queried. Install the connector, or edit the connection.`);

  const password = file.secrets.password ?? (file.content['password'] as string | null | undefined) ?? undefined;
  const stored = existing?.backend === backend ? (objectOf(existing.parameters) ?? {}) : {};
  const isSame = existing !== undefined && isSameTarget(stored, connection.parameters);
  const { password: written, ...rest } = connection.parameters;
  // What a URI cannot say (and the password it masks) stays, as long as it is for the same place.
  const parameters: JsonObject = { ...(isSame ? stored : {}), ...rest };
  if (password !== undefined) parameters['password'] = password;
  else if (!isMasked(connection) && written !== undefined) parameters['password'] = written;
  const schema = connectors.find(({ engine }) => engine === backend)?.parameters ?? {};
  const uuid = existing?.uuid ?? file.uuid;
  const extra = objectOf(file.content['encrypted_extra']) ?? {};
  const storedExtra = isSame ? openExtra(existing.encrypted_extra, uuid, secrets) : {};
  if (!isSame && JSON.stringify(extra).includes(MASK)) context.warn('Secrets in encrypted_extra are masked in the file: enter them again in the settings of the database.');
  return {
    backend,
    parameters: JSON.stringify(sealParameters(parameters, schema, uuid, secrets)),
    ...(Object.keys(extra).length > 0 ? { encrypted_extra: sealExtra(extra, storedExtra, uuid, secrets) } : isSame ? {} : { encrypted_extra: null }),
  };
}

/** The name, or it with a number when another database has it already. */
async function freeName(wanted: string, ownId: number | undefined, db: Db, context: ImportContext): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted.slice(0, 240)} (${count})`;
    const taken = await db.selectFrom('dbs').select('id').where('database_name', '=', name).executeTakeFirst();
    if (taken && taken.id !== ownId) continue;
    if (count > 1) context.warn(`Another database is called "${wanted}"; this one was imported as "${name}".`);
    return name;
  }
}
