import type { ResourceDefinition, RouteDefinition } from '@orrery/sdk/server';
import { describePath } from './describe-path.ts';
import { describeRoute, REFUSAL_RESPONSES } from './describe-route.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi-types.ts';
import type { ResourceOperation } from './resource-operations.ts';
import { resourceOperations } from './resource-operations.ts';

const refusal = (description: string): unknown => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } });

/** The document of the routes given: the same routes make the same document. */
export function createDocument(routes: readonly RouteDefinition[], definitions: readonly ResourceDefinition[], applicationRoot: string): OpenApiDocument {
  const generic = new Map<string, ResourceOperation>(definitions.flatMap((definition) => [...resourceOperations(definition)]));
  const byShape = new Map<string, { readonly template: string; readonly names: readonly string[]; readonly operations: Record<string, OpenApiOperation> }>();
  const ids = new Set<string>();
  for (const route of routes) {
    const path = describePath(route.path);
    if (!path) continue;
    // Two spellings of one path are one path: the first one names the parameters.
    const place = byShape.get(path.shape) ?? { template: path.template, names: path.names, operations: {} };
    byShape.set(path.shape, place);
    const operation = describeRoute(route, path, place.names, generic.get(`${route.method} ${path.shape}`));
    let operationId = operation.operationId;
    for (let next = 2; ids.has(operationId); next++) operationId = `${operation.operationId}_${next}`;
    ids.add(operationId);
    place.operations[route.method.toLowerCase()] = { ...operation, operationId };
  }
  const places = [...byShape.values()].sort((one, other) => (one.template < other.template ? -1 : 1));
  const tags = [...new Set(places.flatMap(({ operations }) => Object.values(operations).flatMap((operation) => operation.tags)))].sort();
  return {
    openapi: '3.0.2',
    info: { title: 'Orrery', version: 'v1', description: 'The REST API of this installation: the routes it answers now, with the plugins that are switched on.' },
    servers: [{ url: applicationRoot.replace(/\/$/, '') || '/' }],
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(places.map(({ template, operations }) => [template, operations])),
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            message: { description: 'What is wrong, or a list of problems by field' },
            errors: { type: 'array', items: { type: 'object', properties: { message: { type: 'string' }, error_type: { type: 'string' }, level: { type: 'string', enum: ['info', 'warning', 'error'] }, extra: { type: 'object' } } } },
          },
        },
      },
      responses: { ...Object.fromEntries(Object.entries(REFUSAL_RESPONSES).map(([code, text]) => [code, refusal(text)])), 500: refusal('The server failed') },
      securitySchemes: {
        jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        jwt_refresh: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The refresh token of a login with `refresh: true`' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Writes also need the header X-CSRFToken' },
      },
    },
  };
}
