import type { RouteDefinition } from '@orrery/sdk/server';
import type { ChartStore } from '../../../../app/explore/contract.ts';
import { readForm } from '../form/read-form.ts';
import type { ExploreJson } from './explore-json.ts';

const BODY_LIMIT = 4 * 1024 * 1024;
const EXPLORE_JSON = ['can_explore_json', 'Superset'] as const;

/** The old address of charts' data (contract §1.10). */
export function exploreJsonRoutes(exploreJson: ExploreJson, charts: ChartStore): readonly RouteDefinition[] {
  return [
    {
      method: 'POST',
      path: '/superset/explore_json/',
      permission: EXPLORE_JSON,
      multipart: true,
      // It only reads, and clients of the contract send no token (contract §0.2).
      csrf: false,
      bodyLimit: BODY_LIMIT,
      handler: async (request) => exploreJson.answer(request, await readForm(request, charts)),
    },
    {
      method: 'GET',
      path: '/superset/explore_json/data/:cacheKey',
      permission: EXPLORE_JSON,
      handler: (request) => exploreJson.later(request, request.params['cacheKey'] ?? ''),
    },
  ];
}
