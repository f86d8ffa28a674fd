/** A schema in the dialect of OpenAPI 3.0. */
export type OpenApiSchema = Readonly<Record<string, unknown>>;

/** One parameter of an operation; `q` is JSON (or Rison) in a text, so it has `content` in place of `schema`. */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema?: OpenApiSchema;
  readonly content?: Readonly<Record<string, { readonly schema: OpenApiSchema }>>;
}

/** What one method of one path does. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: OpenApiSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** The whole document. */
export interface OpenApiDocument {
  readonly openapi: '3.0.2';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, OpenApiSchema>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}
