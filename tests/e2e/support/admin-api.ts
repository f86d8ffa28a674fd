import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

/** The REST API as the signed-in administrator. */
export interface AdminApi {
  /** A chart that counts the rows of the table by the column; `vizType` draws it. Answers its id. */
  makeChart(name: string, vizType: string): Promise<number>;
  /** A dashboard with the given charts in one row; answers its path. */
  makeDashboard(title: string, charts: readonly { readonly id: number; readonly name: string }[]): Promise<string>;
  addPlugin(key: string, bundleUrl: string): Promise<void>;
  /** Removes what the other calls made. */
  clean(): Promise<void>;
}

/** Opens the API with a token for writing. Charts are made of `table`, by default bird strikes by size of animal. */
export async function openAdminApi(request: APIRequestContext, { table = 'bird_strikes', column = 'wildlife_size' } = {}): Promise<AdminApi> {
  const made: string[] = [];
  const { result: token } = (await (await request.get('/api/v1/security/csrf_token/')).json()) as { result: string };
  const headers = { 'x-csrftoken': token };
  const send = async <T>(method: 'POST' | 'PUT', path: string, data: object): Promise<T> => {
    const answer = await request.fetch(path, { method, headers, data });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const { result: datasets } = (await (await request.get('/api/v1/dataset/?q=(page_size:100)')).json()) as { result: { id: number; table_name: string }[] };
  const dataset = datasets.find((item) => item.table_name === table)?.id;

  return {
    async makeChart(name, vizType) {
      const params = { datasource: `${dataset}__table`, viz_type: vizType, groupby: vizType.startsWith('big_number') ? undefined : [column], metric: 'count', row_limit: 10, y_axis_format: ',d' };
      const { id } = await send<{ id: number }>('POST', '/api/v1/chart/', { slice_name: name, viz_type: vizType, datasource_id: dataset, datasource_type: 'table', params: JSON.stringify(params) });
      made.unshift(`/api/v1/chart/${id}`);
      return id;
    },
    async makeDashboard(title, charts) {
      const parents = ['ROOT_ID', 'GRID_ID'];
      const cells = charts.map(({ id, name }, at) => [`CHART-${at}`, { id: `CHART-${at}`, type: 'CHART', children: [], meta: { chartId: id, width: Math.floor(12 / charts.length), height: 40, sliceName: name }, parents: [...parents, 'ROW-1'] }] as const);
      const position = {
        DASHBOARD_VERSION_KEY: 'v2',
        ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
        GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
        'ROW-1': { id: 'ROW-1', type: 'ROW', children: cells.map(([id]) => id), meta: { background: 'BACKGROUND_TRANSPARENT' }, parents },
        ...Object.fromEntries(cells),
      };
      const { id } = await send<{ id: number }>('POST', '/api/v1/dashboard/', { dashboard_title: title, published: true, position_json: JSON.stringify(position) });
      made.unshift(`/api/v1/dashboard/${id}`);
      for (const chart of charts) await send('PUT', `/api/v1/chart/${chart.id}`, { dashboards: [id] });
      return `/superset/dashboard/${id}/`;
    },
    async addPlugin(key, bundleUrl) {
      const { id } = await send<{ id: number }>('POST', '/dynamic-plugins/api/', { name: key, key, bundle_url: bundleUrl });
      made.unshift(`/dynamic-plugins/api/${id}`);
    },
    async clean() {
      for (const path of made.splice(0)) await request.delete(path, { headers });
    },
  };
}
