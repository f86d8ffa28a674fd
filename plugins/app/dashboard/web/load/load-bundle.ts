import type { Dataset } from '@orrery/sdk';
import { isApiError } from '@orrery/sdk/web';
import type { ApiClient } from '@orrery/sdk/web';
import type { DashboardBundle, DashboardChart } from '../../contract.ts';

/** All of a dashboard in one request; in the contract's three where the server has no bundle call (a Superset server). */
export async function loadBundle(api: ApiClient, ref: string, signal: AbortSignal): Promise<DashboardBundle> {
  const path = `/api/v1/dashboard/${encodeURIComponent(ref)}`;
  try {
    const answer = await api.get<{ result: DashboardBundle } | DashboardBundle>(`${path}/bundle`, { signal });
    return 'result' in answer ? answer.result : answer;
  } catch (error) {
    if (!isApiError(error) || (error.status !== 404 && error.status !== 405)) throw error;
    return loadInParts(api, path, signal);
  }
}

async function loadInParts(api: ApiClient, path: string, signal: AbortSignal): Promise<DashboardBundle> {
  // The dashboard first: when it does not exist either, that is the answer to show.
  const { result: dashboard } = await api.get<{ result: DashboardBundle['dashboard'] }>(path, { signal });
  const [charts, datasets, favourite] = await Promise.all([
    api.get<{ result: readonly DashboardChart[] }>(`${path}/charts`, { signal }),
    api.get<{ result: readonly Dataset[] }>(`${path}/datasets`, { signal }).catch(() => ({ result: [] })),
    api
      .get<{ result: readonly { value: boolean }[] }>('/api/v1/dashboard/favorite_status/', { q: [dashboard.id], signal })
      .catch(() => ({ result: [] as readonly { value: boolean }[] })),
  ]);
  return { dashboard, charts: charts.result, datasets: datasets.result, isFavourite: favourite.result[0]?.value ?? false, canEdit: false };
}
