import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let id: number;

beforeAll(async () => {
  app = await startApp();
  id = await addSalesDatabase(app);
}, 60_000);
afterAll(() => app.close());

describe('[contract §1.5] database', () => {
  it('lists the engines with the schema of their connection form', async () => {
    const { status, json } = await app.admin.get('/api/v1/database/available/');
    expect(status).toBe(200);
    expect((json as { databases: unknown[] }).databases[0]).toMatchObject({ engine: 'duckdb', preferred: true, parameters: { type: 'object', required: ['file'] } });
  });

  it('lists databases without their parameters, and shows them by the form of the connector', async () => {
    const list = await app.admin.get('/api/v1/database/');
    expect(list.json).toMatchObject({ count: 1, result: [{ id, database_name: 'Sales', backend: 'duckdb', expose_in_sqllab: true, allow_dml: false }] });
    const shown = await app.admin.get(`/api/v1/database/${id}`);
    expect(shown.json).toMatchObject({ id, result: { id, database_name: 'Sales', backend: 'duckdb', driver: 'duckdb' } });
    expect(list.text).not.toContain('parameters":');
    expect(shown.json).toMatchObject({ result: { parameters: { file: 'sales.duckdb' }, parameters_schema: { required: ['file'] }, extra: null } });
  });

  it('answers the connection form to those who may write', async () => {
    expect((await app.admin.get(`/api/v1/database/${id}/connection`)).json).toMatchObject({ result: { parameters: { file: 'sales.duckdb' }, sqlalchemy_uri: 'duckdb:///sales.duckdb' } });
    const { client } = await app.signedIn('gamma', 'Gamma');
    expect((await client.get(`/api/v1/database/${id}/connection`)).status).toBe(403);
  });

  it('refuses a taken name, a bad URI, unknown fields and a connection that fails', async () => {
    const post = (json: unknown) => app.admin.request('POST', '/api/v1/database/', { json });
    expect(await post({ database_name: 'Sales', engine: 'duckdb', parameters: { file: 'sales.duckdb' } })).toMatchObject({ status: 422, json: { message: { database_name: ['A database with the same name already exists.'] } } });
    expect(await post({ database_name: 'x', sqlalchemy_uri: 'nonsense' })).toMatchObject({ status: 400, json: { message: { sqlalchemy_uri: [expect.stringContaining('Invalid connection string')] } } });
    expect(await post({ database_name: 'x', nonsense: 1 })).toMatchObject({ status: 400, json: { message: { nonsense: ['Unknown field.'] } } });
    expect(await post({ database_name: 'x', engine: 'duckdb', parameters: { file: 'sales.duckdb' }, extra: '{' })).toMatchObject({ status: 400, json: { message: { extra: [expect.stringContaining('cannot be decoded')] } } });
    expect(await post({ database_name: 'x', engine: 'duckdb', parameters: { file: '../../etc/passwd' } })).toMatchObject({ status: 422, json: { message: 'Connection failed, please check your connection settings' } });
  });

  it('tests a connection', async () => {
    const test = (json: unknown) => app.admin.request('POST', '/api/v1/database/test_connection/', { json });
    expect(await test({ sqlalchemy_uri: 'duckdb:///sales.duckdb' })).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect(await test({ engine: 'oracle', parameters: {} })).toMatchObject({ status: 422, json: { message: 'Could not load database driver: oracle' } });
    expect(await test({ engine: 'duckdb', parameters: { file: '/etc/passwd' } })).toMatchObject({ status: 400, json: { errors: [{ error_type: 'GENERIC_DB_ENGINE_ERROR' }] } });
  });

  it('looks schemas, tables and columns up', async () => {
    expect((await app.admin.get(`/api/v1/database/${id}/schemas/`)).json).toMatchObject({ result: expect.arrayContaining(['main']) });
    expect((await app.admin.get(withQ(`/api/v1/database/${id}/tables/`, { schema_name: 'main' }))).json).toEqual({
      count: 3,
      result: [
        { value: 'regions', type: 'table', extra: null },
        { value: 'sales', type: 'table', extra: null },
        { value: 'totals', type: 'view', extra: null },
      ],
    });
    const { json } = await app.admin.get(`/api/v1/database/${id}/table_metadata/?name=sales&schema=main`);
    expect(json).toMatchObject({ name: 'sales', columns: [{ name: 'day', type: 'TIMESTAMP' }, { name: 'region', type: 'VARCHAR' }, { name: 'amount' }, { name: 'rate' }, { name: 'is_new', type: 'BOOLEAN' }] });
    expect((json as { selectStar: string }).selectStar).toMatch(/LIMIT 100$/);
    expect((await app.admin.get(`/api/v1/database/${id}/table_metadata/?name=gone&schema=main`)).status).toBe(404);
    expect((await app.admin.get('/api/v1/database/999/schemas/')).status).toBe(404);
  });

  it('renames, and keeps a database that has datasets', async () => {
    expect(await app.admin.request('PUT', `/api/v1/database/${id}`, { json: { database_name: 'Sales 2', allow_dml: true } })).toMatchObject({ status: 200, json: { id, result: { database_name: 'Sales 2' } } });
    await addDataset(app, id, 'sales');
    expect(await app.admin.request('DELETE', `/api/v1/database/${id}`)).toMatchObject({ status: 422, json: { message: 'Cannot delete a database that has datasets attached' } });
    const other = await addSalesDatabase(app, 'Other');
    expect(await app.admin.request('DELETE', `/api/v1/database/${other}`)).toMatchObject({ status: 200, json: { message: 'OK' } });
  });

  it('[contract §0.3] Gamma sees no database it was not given', async () => {
    const { client } = await app.signedIn('gamma2', 'Gamma');
    expect((await client.get('/api/v1/database/')).json).toMatchObject({ count: 0 });
    expect((await client.get(`/api/v1/database/${id}/schemas/`)).status).toBe(404);
    expect((await client.request('POST', '/api/v1/database/', { json: { database_name: 'mine' } })).status).toBe(403);
  });
});
