/** @public */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object of unknown content. @public */
export type JsonObject = Record<string, unknown>;

/** A JSON Schema, draft 2020-12. @public */
export type JsonSchema = Readonly<Record<string, unknown>>;
