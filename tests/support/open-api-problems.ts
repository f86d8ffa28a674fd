/** As much of a document as the check reads. */
export interface AnyDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>>; readonly responses: Readonly<Record<string, unknown>>; readonly securitySchemes: Readonly<Record<string, unknown>> };
}

const TOP = new Set(['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'security', 'externalDocs']);
const OPERATION = new Set(['operationId', 'tags', 'summary', 'description', 'parameters', 'requestBody', 'responses', 'security', 'deprecated']);
const SCHEMA = new Set([
  '$ref', 'title', 'description', 'default', 'enum', 'format', 'pattern', 'required', 'type', 'items', 'properties', 'additionalProperties', 'oneOf', 'anyOf', 'allOf', 'not', 'nullable', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum',
  'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'discriminator', 'readOnly', 'writeOnly', 'example', 'deprecated',
]);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);
const sorted = (names: readonly unknown[]): string => names.map(String).toSorted().join();
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Everything about a document that OpenAPI 3.0.2 does not allow, in words. Written from the specification, not from our generator. */
export function openApiProblems(document: AnyDocument): readonly string[] {
  const problems: string[] = [];
  const fail = (where: string, what: string): void => void problems.push(`${where}: ${what}`);
  const root = document as unknown as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(root)) if (!TOP.has(key)) fail('document', `unknown key ${key}`);
  const info = root['info'];
  if (!isRecord(info) || typeof info['title'] !== 'string' || typeof info['version'] !== 'string') fail('info', 'needs title and version');

  function resolve(where: string, ref: unknown): void {
    const parts = typeof ref === 'string' && ref.startsWith('#/') ? ref.slice(2).split('/') : undefined;
    const target = parts?.reduce<unknown>((at, part) => (isRecord(at) ? at[part.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined), root);
    if (target === undefined) fail(where, `reference ${String(ref)} leads nowhere`);
  }
  function schema(where: string, given: unknown): void {
    if (!isRecord(given)) return fail(where, 'a schema is an object');
    if ('$ref' in given) return resolve(where, given['$ref']);
    for (const key of Object.keys(given)) if (!SCHEMA.has(key)) fail(where, `schema keyword ${key}`);
    const { type, items, properties, additionalProperties, required, nullable } = given;
    if (type !== undefined && (typeof type !== 'string' || !TYPES.has(type))) fail(where, `type ${JSON.stringify(type)}`);
    if (type === 'array' && items === undefined) fail(where, 'an array needs items');
    if (items !== undefined) schema(`${where}.items`, items);
    if (nullable !== undefined && typeof nullable !== 'boolean') fail(where, 'nullable is a boolean');
    if (required !== undefined && (!Array.isArray(required) || required.length === 0 || new Set(required).size !== required.length)) fail(where, 'required is a list of different names');
    if ('enum' in given && (!Array.isArray(given['enum']) || given['enum'].length === 0)) fail(where, 'enum is a list');
    for (const key of ['exclusiveMinimum', 'exclusiveMaximum']) if (key in given && typeof given[key] !== 'boolean') fail(where, `${key} is a boolean`);
    if (isRecord(properties)) for (const [name, one] of Object.entries(properties)) schema(`${where}.${name}`, one);
    if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') schema(`${where}.*`, additionalProperties);
    for (const key of ['oneOf', 'anyOf', 'allOf']) {
      const many = given[key];
      if (many !== undefined && (!Array.isArray(many) || many.length === 0)) fail(where, `${key} is a list`);
      if (Array.isArray(many)) many.forEach((one, at) => schema(`${where}.${key}${at}`, one));
    }
  }
  function content(where: string, given: unknown): void {
    if (!isRecord(given) || Object.keys(given).length === 0) return fail(where, 'content names a media type');
    for (const [type, media] of Object.entries(given)) {
      if (!/^[a-z]+\/[a-z0-9.+*-]+$/.test(type)) fail(where, `media type ${type}`);
      if (isRecord(media) && 'schema' in media) schema(`${where} ${type}`, media['schema']);
    }
  }
  function response(where: string, given: unknown): void {
    if (!isRecord(given)) return fail(where, 'a response is an object');
    if ('$ref' in given) return resolve(where, given['$ref']);
    if (typeof given['description'] !== 'string') fail(where, 'a response needs a description');
    if ('content' in given) content(where, given['content']);
  }

  const shapes = new Map<string, string>();
  const ids = new Set<unknown>();
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/')) fail(path, 'a path begins with a slash');
    const shape = path.replace(/\{[^}]*\}/g, '{}');
    if (shapes.has(shape)) fail(path, `the same as ${shapes.get(shape)}`);
    shapes.set(shape, path);
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method} ${path}`;
      if (!['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].includes(method)) fail(where, 'no method');
      for (const key of Object.keys(operation)) if (!OPERATION.has(key)) fail(where, `unknown key ${key}`);
      if (ids.has(operation['operationId'])) fail(where, `operationId ${String(operation['operationId'])} twice`);
      ids.add(operation['operationId']);
      const parameters = (operation['parameters'] ?? []) as readonly Readonly<Record<string, unknown>>[];
      const names = parameters.filter((one) => one['in'] === 'path').map((one) => one['name']);
      if (sorted(names) !== sorted(inPath)) fail(where, `path parameters ${inPath.join()} declared as ${names.join()}`);
      for (const one of parameters) {
        const name = `${where} ${String(one['name'])}`;
        if (one['in'] === 'path' && one['required'] !== true) fail(name, 'a path parameter is required');
        if (('schema' in one) === ('content' in one)) fail(name, 'either schema or content');
        if ('schema' in one) schema(name, one['schema']);
        if ('content' in one) content(name, one['content']);
      }
      if (new Set(parameters.map((one) => `${String(one['in'])} ${String(one['name'])}`)).size !== parameters.length) fail(where, 'a parameter twice');
      const body = operation['requestBody'];
      if (body !== undefined && method === 'get') fail(where, 'GET has no body');
      if (isRecord(body)) content(`${where} body`, body['content']);
      const responses = operation['responses'];
      if (!isRecord(responses) || Object.keys(responses).length === 0) fail(where, 'needs responses');
      else
        for (const [code, one] of Object.entries(responses)) {
          if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(code)) fail(where, `status ${code}`);
          response(`${where} ${code}`, one);
        }
      for (const needed of (operation['security'] ?? []) as readonly Readonly<Record<string, unknown>>[]) {
        for (const scheme of Object.keys(needed)) if (!(scheme in document.components.securitySchemes)) fail(where, `security scheme ${scheme} is unknown`);
      }
    }
  }
  for (const [name, one] of Object.entries(document.components.schemas)) schema(`schema ${name}`, one);
  for (const [name, one] of Object.entries(document.components.responses)) response(`response ${name}`, one);
  return problems;
}
