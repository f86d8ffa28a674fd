import type { JsonObject } from '@orrery/sdk';
import { auditTime } from '@orrery/sdk/server';
import type { ConnectorContribution, Secrets } from '@orrery/sdk/server';
import type { DatabaseTables } from '../contract.ts';
import { FLAGS } from './connection-input.ts';
import { formatUri, maskParameters } from './connection-parameters.ts';
import { maskExtra, openExtra } from './encrypted-extra.ts';
import { driverOf, engineInformation } from './engine-information.ts';

/** The edit form of one database: everything but secrets (contract §1.5, `/connection`). */
export function connectionForm(row: DatabaseTables['dbs'], connector: ConnectorContribution | undefined, secrets: Secrets): JsonObject {
  const stored = JSON.parse(row.parameters) as JsonObject;
  return {
    ...Object.fromEntries(FLAGS.map((flag) => [flag, row[flag] === 1])),
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    backend: row.backend,
    driver: driverOf(connector, row.backend),
    cache_timeout: row.cache_timeout,
    configuration_method: row.configuration_method,
    extra: row.extra,
    force_ctas_schema: row.force_ctas_schema,
    engine_information: engineInformation(connector),
    server_cert: row.server_cert,
    ssh_tunnel: null,
    masked_encrypted_extra: maskExtra(openExtra(row.encrypted_extra, row.uuid, secrets)),
    changed_on: auditTime(Number(row.changed_on)),
    parameters: maskParameters(stored, connector?.parameters ?? {}),
    parameters_schema: connector?.parameters ?? {},
    sqlalchemy_uri: connector ? formatUri(connector, stored) : '',
  };
}
