import type { JsonObject } from '@orrery/sdk';
import { parseExtra } from './database-extra.ts';

/** What a database keeps beside its parameters and a connection needs all the same. */
export interface ConnectionSettings {
  /** PEM text. */
  readonly server_cert?: string | null;
  /** In clear: for the connector's eyes only. */
  readonly encrypted_extra?: JsonObject;
  /** JSON text; its `engine_params` concern the connector. */
  readonly extra?: string | null;
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Plain values of `connect_args` under the names a URI gives them after its `?`; what the URI says wins. */
function withArguments(query: unknown, engineParams: unknown): JsonObject | undefined {
  const given = isObject(engineParams) ? engineParams['connect_args'] : undefined;
  if (!isObject(given)) return undefined;
  const plain = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return plain.length === 0 ? undefined : { ...Object.fromEntries(plain.map(([name, value]) => [name, String(value)])), ...(isObject(query) ? query : {}) };
}

/**
 * Parameters as a connector gets them: those of the form with the settings beside them, each only when it is set. Arguments in
 * `engine_params` of `extra` are part of `query`, where connectors look for them. Pure.
 */
export function withSettings(parameters: JsonObject, { server_cert, encrypted_extra, extra }: ConnectionSettings): JsonObject {
  const { engine_params } = parseExtra(extra);
  const query = withArguments(parameters['query'], engine_params);
  return {
    ...parameters,
    ...(server_cert ? { server_cert } : {}),
    ...(encrypted_extra && Object.keys(encrypted_extra).length > 0 ? { encrypted_extra } : {}),
    ...(isObject(engine_params) ? { engine_params } : {}),
    ...(query ? { query } : {}),
  };
}
