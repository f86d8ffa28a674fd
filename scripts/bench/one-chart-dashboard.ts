import type { BrowserContext } from 'playwright';
import type { RunningServer } from '../lib/running-server.ts';

/** Makes a dashboard that holds one line chart of the example data; answers its path. */
export async function makeOneChartDashboard(context: BrowserContext, server: RunningServer): Promise<string> {
  const { request } = context;
  const { result: token } = (await (await request.get(`${server.url}/api/v1/security/csrf_token/`)).json()) as { result: string };
  const headers = { 'x-csrftoken': token };
  const list = await request.get(`${server.url}/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:echarts_timeseries_line)),page_size:1)`);
  const { result: charts } = (await list.json()) as { result: { id: number; slice_name: string }[] };
  const chart = charts[0];
  if (!chart) throw new Error('There is no line chart among the examples');
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: ['CHART-1'], meta: { background: 'BACKGROUND_TRANSPARENT' }, parents: ['ROOT_ID', 'GRID_ID'] },
    'CHART-1': { id: 'CHART-1', type: 'CHART', children: [], meta: { chartId: chart.id, width: 12, height: 50, sliceName: chart.slice_name }, parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'] },
  };
  const made = await request.post(`${server.url}/api/v1/dashboard/`, { headers, data: { dashboard_title: 'One chart', published: true, position_json: JSON.stringify(position) } });
  const { id } = (await made.json()) as { id: number };
  const linked = await request.put(`${server.url}/api/v1/chart/${chart.id}`, { headers, data: { dashboards: [id] } });
  if (!made.ok() || !linked.ok()) throw new Error(`The dashboard could not be made: ${await made.text()} ${await linked.text()}`);
  return `/superset/dashboard/${id}/`;
}
