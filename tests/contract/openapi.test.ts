import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineServerPlugin } from '@orrery/sdk/server';
import { fakePlugin } from '../../kernel/server/testing/start-test-kernel.ts';
import { serverRooms } from '../support/server-rooms.ts';
import { openApiProblems } from '../support/open-api-problems.ts';
import type { AnyDocument } from '../support/open-api-problems.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let document: AnyDocument;
let more: (() => { dispose(): void }) | undefined;
const late = fakePlugin(
  { id: 'late' },
  defineServerPlugin({
    activate(ctx) {
      more = () => ctx.route({ method: 'GET', path: '/api/v1/late/:some/thing', permission: null, handler: () => ({}) });
    },
  }),
);
const read = async (): Promise<AnyDocument> => (await app.admin.get('/api/v1/_openapi')).json as AnyDocument;

beforeAll(async () => {
  app = await startApp({ more: serverRooms(['pack/examples']), extra: [late] });
  document = await read();
}, 120_000);
afterAll(() => app?.close());

it('is an OpenAPI 3.0.2 document without a structural fault', () => {
  expect(document.openapi).toBe('3.0.2');
  expect(openApiProblems(document)).toEqual([]);
  expect(Object.keys(document.components.securitySchemes)).toEqual(expect.arrayContaining(['jwt', 'cookie']));
});

it('names the routes the server answers, all of them and no others', () => {
  const shapeOf = (path: string): string => path.replace(/\{[^}]*\}|:[^/]+/g, '{}').replace(/(.)\/$/, '$1');
  const served = [...app.kernel.http.routes.keys()].map(({ definition }) => `${definition.method} ${shapeOf(definition.path)}`).filter((route) => !route.includes('*'));
  const described = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`));
  expect(described.sort()).toEqual(served.sort());
  for (const path of ['/api/v1/chart/', '/api/v1/chart/data', '/api/v1/security/login', '/api/v1/dashboard/{pk}', '/api/v1/saved_query/']) expect(described.map((route) => route.split(' ')[1])).toContain(shapeOf(path));
});

it('says bodies, lists and rights', () => {
  const chart = document.paths['/api/v1/chart/'] as AnyDocument['paths'][string];
  expect(chart['post']).toMatchObject({ tags: ['Chart'], requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', required: expect.arrayContaining(['slice_name', 'datasource_id']), properties: { slice_name: { type: 'string' } } } } } }, security: [{ jwt: [] }, { cookie: [] }] });
  expect(chart['get']).toMatchObject({ parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema: { properties: { order_column: { enum: expect.arrayContaining(['slice_name']) } } } } } }], responses: { 200: { content: { 'application/json': { schema: { properties: { count: { type: 'integer' }, result: { type: 'array', items: { properties: { slice_name: {}, owners: { type: 'array' } } } } } } } } } } });
  expect(document.paths['/api/v1/security/refresh']?.['post']).toMatchObject({ security: [{ jwt_refresh: [] }] });
});

it('follows routes that come and go', async () => {
  const route = more?.();
  expect(Object.keys((await read()).paths)).toContain('/api/v1/late/{some}/thing');
  route?.dispose();
  expect(Object.keys((await read()).paths)).not.toContain('/api/v1/late/{some}/thing');
});

it('needs a caller who may read it', async () => {
  expect((await app.client().get('/api/v1/_openapi')).status).toBe(401);
  const gamma = await app.signedIn('gamma', 'Gamma');
  expect((await gamma.client.get('/api/v1/_openapi')).status).toBe(200);
});

it('would be found faulty: the check itself notices what is wrong', () => {
  const broken = structuredClone(document) as unknown as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const operation = (path: string, method: string): Record<string, unknown> => broken.paths[path]?.[method] ?? {};
  operation('/api/v1/chart/{pk}', 'put')['parameters'] = [];
  operation('/api/v1/chart/', 'post')['requestBody'] = { content: { 'application/json': { schema: { type: ['string', 'null'] } } } };
  expect(openApiProblems(broken as unknown as AnyDocument)).toEqual([expect.stringContaining('type ["string","null"]'), expect.stringContaining('path parameters pk declared as')]);
});
