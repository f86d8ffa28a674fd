import type { JsonObject } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';

const METADATA_PARAMS = new Set(['bind', 'schema', 'quote_schema', 'naming_convention', 'info']);

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON text of a body field as it is stored; the contract's 400 when it is none. */
export function checkJsonText(field: 'extra' | 'masked_encrypted_extra', text: string | null): JsonObject {
  if (!text) return {};
  const refuse = (reason: string): HttpError => new HttpError(400, { message: { [field]: [reason] } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(`Field cannot be decoded by JSON. ${(error as Error).message}`);
  }
  if (!isObject(value)) throw refuse('Field cannot be decoded by JSON. An object is expected.');
  return value;
}

/** Checks `extra` of a body (contract §1.5). */
export function checkExtra(text: string | null): void {
  const { metadata_params: params } = checkJsonText('extra', text);
  const unknown = Object.keys(isObject(params) ? params : {}).find((key) => !METADATA_PARAMS.has(key));
  if (unknown !== undefined) {
    throw new HttpError(400, { message: { extra: [`The metadata_params in Extra field is not configured correctly. The key ${unknown} is invalid.`] } });
  }
}

/** A stored `extra`; an empty object when it is absent or broken, so that one database never breaks a list. */
export function parseExtra(text: unknown): JsonObject {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : {};
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Schemas files may be uploaded to, by `extra`; empty means no schema is named. */
export function uploadSchemas(extra: JsonObject): readonly string[] {
  const named = extra['schemas_allowed_for_file_upload'];
  return Array.isArray(named) ? named.filter((name): name is string => typeof name === 'string') : [];
}

/** What lists and datasets tell of `extra` (contract §1.5). Pure. */
export function extraFlags(extra: JsonObject): { readonly allows_virtual_table_explore: boolean; readonly disable_data_preview: boolean; readonly disable_drill_to_detail: boolean; readonly allow_multi_catalog: boolean } {
  return {
    allows_virtual_table_explore: extra['allows_virtual_table_explore'] !== false,
    disable_data_preview: extra['disable_data_preview'] === true,
    disable_drill_to_detail: extra['disable_drill_to_detail'] === true,
    allow_multi_catalog: extra['allow_multi_catalog'] === true,
  };
}
