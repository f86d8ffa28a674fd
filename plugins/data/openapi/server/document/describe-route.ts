import type { RouteDefinition } from '@orrery/sdk/server';
import type { DescribedPath } from './describe-path.ts';
import { pathParameter } from './describe-path.ts';
import type { OpenApiOperation, OpenApiParameter, OpenApiSchema } from './openapi-types.ts';
import type { ResourceOperation } from './resource-operations.ts';
import { toOpenApiSchema } from './to-openapi-schema.ts';

const FILES: OpenApiSchema = { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }, { type: 'string', format: 'binary' }] } };
const REFUSALS = { 400: 'The request does not fit', 401: 'Not signed in', 403: 'Not allowed', 404: 'Not found', 422: 'Understood, but it cannot be done' } as const;

/** Names of the refusals among the components. */
export const REFUSAL_RESPONSES: Readonly<Record<string, string>> = REFUSALS;

/** One route as an operation. `names` are the path's parameters as the document calls them. */
export function describeRoute(route: RouteDefinition, path: DescribedPath, names: readonly string[], known: ResourceOperation | undefined): OpenApiOperation {
  const q: OpenApiParameter[] =
    route.method === 'GET' || known?.q
      ? [{ in: 'query', name: 'q', required: false, description: 'Rison or JSON', content: { 'application/json': { schema: known?.q ?? {} } } }]
      : [];
  const status = String(known?.status ?? 200);
  const needsPair = route.permission !== null;
  const refusals = Object.keys(REFUSALS).filter((code) => needsPair || (code !== '401' && code !== '403'));
  return {
    operationId: `${route.method.toLowerCase()}_${path.shape.replace(/\{\}/g, 'by').replace(/^\/(?:api\/v1\/)?/, '').replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [tagOf(route)],
    description: `${known?.description ?? ''}${known ? ' ' : ''}${route.permission ? `Needs ${route.permission[0]} on ${route.permission[1]}.` : 'Open to everybody, or checked by what it is asked for.'}`,
    parameters: [...names.map(pathParameter), ...q],
    ...bodyOf(route),
    responses: {
      [status]: { description: 'Done', ...(known?.answer ? { content: { 'application/json': { schema: known.answer } } } : {}) },
      ...Object.fromEntries(refusals.map((code) => [code, { $ref: `#/components/responses/${code}` }])),
      default: { $ref: '#/components/responses/500' },
    },
    security: route.path.startsWith('/api/v1/security/refresh') ? [{ jwt_refresh: [] }] : needsPair ? [{ jwt: [] }, { cookie: [] }] : [{}, { jwt: [] }, { cookie: [] }],
  };
}

function bodyOf(route: RouteDefinition): Pick<OpenApiOperation, 'requestBody'> {
  if (route.method === 'GET' || (route.method === 'DELETE' && !route.body)) return {};
  const type = route.multipart ? 'multipart/form-data' : route.rawBody ? 'application/octet-stream' : 'application/json';
  const schema = route.multipart ? FILES : route.rawBody ? { type: 'string', format: 'binary' } : toOpenApiSchema(route.body);
  return { requestBody: { required: route.body !== undefined || route.multipart === true, content: { [type]: { schema } } } };
}

/** The view of the permission pair, else the first own part of the path. */
function tagOf({ permission, path }: RouteDefinition): string {
  return permission?.[1] ?? path.replace(/^\/(?:api\/v1\/)?/, '').split('/')[0] ?? 'other';
}
