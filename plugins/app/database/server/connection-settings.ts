import type { JsonObject } from '@orrery/sdk';
import { parseExtra } from './database-extra.ts';

/** What a database keeps beside its parameters and a connection needs all the same. */
export interface ConnectionSettings {
  /** PEM text. */
  readonly server_cert?: string | null;
  /** In clear: for the connector's eyes only. */
  readonly encrypted_extra?: JsonObject;
  readonly impersonate_user?: boolean;
  /** JSON text; its `engine_params` reach the connector. */
  readonly extra?: string | null;
}

/** Parameters as a connector gets them: those of the form with the settings beside them, each only when it is set. */
export function withSettings(parameters: JsonObject, { server_cert, encrypted_extra, impersonate_user, extra }: ConnectionSettings): JsonObject {
  const { engine_params } = parseExtra(extra);
  return {
    ...parameters,
    ...(server_cert ? { server_cert } : {}),
    ...(encrypted_extra && Object.keys(encrypted_extra).length > 0 ? { encrypted_extra } : {}),
    ...(impersonate_user ? { impersonate_user } : {}),
    ...(typeof engine_params === 'object' && engine_params !== null ? { engine_params } : {}),
  };
}
