import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChart, addDataset, addSalesDatabase } from './sales-database.ts';
import { startApp, withQ } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let app: TestApp;
let id: number;
let dataset: number;

const post = (path: string, json: unknown) => app.admin.request('POST', `/api/v1/database/${path}`, { json });
const put = (json: unknown) => app.admin.request('PUT', `/api/v1/database/${id}`, { json });
const get = async (path: string) => (await app.admin.get(`/api/v1/database/${path}`)).json as { result: Record<string, unknown> };
const error = async (answer: Promise<{ status: number; json: unknown }>) => {
  const { status, json } = await answer;
  return [status, (json as { errors?: unknown[] }).errors?.[0] ?? json];
};

/** Gives a role a data access pair. */
async function grant(role: string, action: string, subject: string): Promise<void> {
  const db = app.kernel.metadata('test').db<{ ab_role: { id: number; name: string }; ab_permission_role: { role_id: number; action: string; subject: string } }>();
  const { id: role_id } = await db.selectFrom('ab_role').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  await db.insertInto('ab_permission_role').values({ role_id, action, subject }).execute();
  await app.kernel.permissions.invalidate();
}

beforeAll(async () => {
  app = await startApp();
  id = await addSalesDatabase(app);
  dataset = await addDataset(app, id, 'sales');
}, 60_000);
afterAll(() => app.close());

describe('[API-04] connections', () => {
  it('[ERR-13] validates parameters by field', async () => {
    const validate = (more: object) => error(post('validate_parameters/', { engine: 'duckdb', configuration_method: 'dynamic_form', ...more }));
    expect(await validate({ parameters: {} })).toEqual([422, {
      message: 'One or more parameters are missing: file', error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR', level: 'warning',
      extra: { missing: ['file'], issue_codes: [{ code: 1018, message: expect.stringMatching(/^Issue 1018 - /) }] },
    }]);
    expect(await validate({ parameters: { file: 'sales.duckdb', port: 99999 } })).toMatchObject([422, { message: 'The port must be an integer between 0 and 65535 (inclusive).', error_type: 'CONNECTION_INVALID_PORT_ERROR', extra: { invalid: ['port'] } }]);
    expect(await validate({ parameters: { file: '/etc/passwd' } })).toMatchObject([400, { error_type: 'GENERIC_DB_ENGINE_ERROR', extra: { engine_name: expect.any(String) } }]);
    expect(await validate({ engine: 'nope', parameters: {} })).toMatchObject([422, { message: 'Engine "nope" is not a valid engine.', extra: { allowed: ['duckdb'] } }]);
    expect(await post('validate_parameters/', { engine: 'duckdb', configuration_method: 'dynamic_form', parameters: { file: 'sales.duckdb' } })).toMatchObject({ status: 200, json: { message: 'OK' } });
    expect((await post('validate_parameters/', { parameters: {} })).status).toBe(400);
  });

  it('refuses texts that cannot be right', async () => {
    const good = { database_name: 'x', engine: 'duckdb', parameters: { file: 'sales.duckdb' } };
    expect(await post('', { ...good, extra: '[]' })).toMatchObject({ status: 400, json: { message: { extra: [expect.stringContaining('Field cannot be decoded by JSON.')] } } });
    expect(await post('', { ...good, extra: '{"metadata_params":{"nope":1}}' })).toMatchObject({ status: 400, json: { message: { extra: ['The metadata_params in Extra field is not configured correctly. The key nope is invalid.'] } } });
    expect(await post('', { ...good, server_cert: 'x' })).toMatchObject({ status: 400, json: { message: { server_cert: ['Invalid certificate'] } } });
    expect(await post('', { ...good, ssh_tunnel: { server_address: 'h' } })).toMatchObject({ status: 400, json: { message: 'SSH Tunneling is not enabled' } });
    expect(await post('', { database_name: 'x', parameters: {} })).toMatchObject({ status: 400, json: { message: { _schema: [expect.stringContaining('An engine must be specified')] } } });
    expect(await app.admin.request('DELETE', `/api/v1/database/${id}/ssh_tunnel/`)).toMatchObject({ status: 400, json: { message: 'SSH Tunneling is not enabled' } });
  });

  it('keeps secrets masked and lists tell what extra says', async () => {
    const secret = { credentials: { key: 'very-secret', port: 5 } };
    const changed = await put({ masked_encrypted_extra: JSON.stringify(secret), extra: JSON.stringify({ allow_multi_catalog: true, disable_data_preview: true, schemas_allowed_for_file_upload: ['main'] }) });
    expect(changed).toMatchObject({ status: 200, json: { id, result: { backend: 'duckdb', driver: 'duckdb', expose_in_sqllab: true } } });
    const form = await app.admin.get(`/api/v1/database/${id}/connection`);
    expect(form.json).toMatchObject({ result: { masked_encrypted_extra: '{"credentials":{"key":"XXXXXXXXXX","port":5}}', configuration_method: 'dynamic_form', parameters_schema: { type: 'object' } } });
    expect(changed.text + form.text).not.toContain('very-secret');
    await put({ masked_encrypted_extra: '{"credentials":{"key":"XXXXXXXXXX","port":6}}' });
    const stored = await app.kernel.metadata('test').db<{ dbs: { id: number; encrypted_extra: string; uuid: string } }>().selectFrom('dbs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored.encrypted_extra).not.toContain('very-secret');
    const { result } = await get('');
    expect((result as unknown as object[])[0]).toMatchObject({ allow_multi_catalog: true, disable_data_preview: true, disable_drill_to_detail: false, allows_virtual_table_explore: true, engine_information: { disable_ssh_tunneling: true } });
    const count = async (value: boolean) => ((await app.admin.get(withQ('/api/v1/database/', { filters: [{ col: 'allow_file_upload', opr: 'upload_is_enabled', value }] }))).json as { count: number }).count;
    expect([await count(true), await count(false)]).toEqual([1, 0]);
  });
});

describe('[contract §1.5] look-ups', () => {
  it('describes a table in the new and the old form', async () => {
    const table = await get(`${id}/table_metadata/?name=sales&schema=main`);
    expect(table).toMatchObject({ name: 'sales', primaryKey: null, foreignKeys: [], indexes: [] });
    expect(await get(`${id}/table/sales/main/`)).toEqual(table);
    expect(await get(`${id}/table_metadata/extra/?name=sales&schema=main`)).toEqual({ metadata: {} });
    expect(await get(`${id}/table_extra/sales/main/`)).toEqual({ metadata: {} });
    expect(String((await get(`${id}/select_star/sales/main/`)).result)).toMatch(/^SELECT \* FROM .*sales.*\sLIMIT 100$/s);
    expect((await app.admin.get(`/api/v1/database/${id}/select_star/gone/main/`)).status).toBe(404);
    expect(await error(app.admin.get(`/api/v1/database/${id}/table_metadata/?schema=main`))).toMatchObject([422, { error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR', extra: { messages: { name: ['Missing data for required field.'] } } }]);
    expect((await app.admin.get(`/api/v1/database/${id}/tables/`)).status).toBe(400);
    expect((await get(`${id}/function_names/`)) as unknown).toHaveProperty('function_names');
  });

  it('tables carry what datasets say of them; uploads know their schemas', async () => {
    await app.admin.request('PUT', `/api/v1/dataset/${dataset}`, { json: { extra: '{"certification":{"certified_by":"Ann"}}' } });
    const { result } = (await app.admin.get(withQ(`/api/v1/database/${id}/tables/`, { schema_name: 'main' }))).json as { result: { value: string; extra: unknown }[] };
    expect(result.map(({ value, extra }) => [value, extra])).toEqual([['regions', null], ['sales', { certification: { certified_by: 'Ann' } }], ['totals', null]]);
    expect(await get(`${id}/schemas_access_for_file_upload/`)).toEqual({ schemas: ['main'] });
    const uploads = async () => (await app.admin.get(withQ(`/api/v1/database/${id}/schemas/`, { upload_allowed: true }))).json;
    expect(await uploads()).toEqual({ result: [] });
    await put({ allow_file_upload: true });
    expect(await uploads()).toEqual({ result: ['main'] });
  });

  it('names what stands on a database', async () => {
    const chart = await addChart(app, dataset, 'Sales');
    expect(await get(`${id}/related_objects/`)).toEqual({ charts: { count: 1, result: [{ id: chart, slice_name: 'Sales', viz_type: 'table' }] }, dashboards: { count: 0, result: [] }, sqllab_tab_states: { count: 0, result: [] } });
    expect(await post(`${id}/sync_permissions/`, {})).toMatchObject({ status: 200, json: { message: 'Permissions successfully synced' } });
    expect(await error(post(`${id}/validate_sql/`, { sql: 'SELECT 1' }))).toMatchObject([422, { message: 'no SQL validator is configured for duckdb' }]);
  });

  it('[contract §0.3] shows only the tables a user was given, also after the database is renamed', async () => {
    const { client } = await app.signedIn('gamma', 'Gamma');
    expect((await client.get(`/api/v1/database/${id}/schemas/`)).status).toBe(404);
    await grant('Gamma', 'datasource_access', `[Sales].[sales](id:${dataset})`);
    const tables = async () => ((await client.get(withQ(`/api/v1/database/${id}/tables/`, { schema_name: 'main' }))).json as { result: { value: string }[] }).result.map(({ value }) => value);
    expect((await client.get(`/api/v1/database/${id}/schemas/`)).json).toEqual({ result: ['main'] });
    expect(await tables()).toEqual(['sales']);
    expect((await client.get(`/api/v1/database/${id}/table_metadata/?name=sales&schema=main`)).status).toBe(200);
    expect((await client.get(`/api/v1/database/${id}/table_metadata/?name=regions&schema=main`)).status).toBe(404);
    await grant('Gamma', 'schema_access', '[Sales].[main]');
    expect(await tables()).toEqual(['regions', 'sales', 'totals']);
    await put({ database_name: 'Turnover' });
    expect(await tables()).toEqual(['regions', 'sales', 'totals']);
    const subjects = await app.kernel.metadata('test').db<{ ab_permission_role: { subject: string } }>().selectFrom('ab_permission_role').select('subject').where('subject', 'like', '[%').execute();
    expect(subjects.map(({ subject }) => subject).sort()).toEqual(['[Turnover].[main]', `[Turnover].[sales](id:${dataset})`]);
  });
});
