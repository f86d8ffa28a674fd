import { Link } from '@orrery/sdk/ui';
import { urlParamsOf, useCan, usePlugin } from '@orrery/sdk/web';
import { exploreRoute } from '../../../explore/contract.ts';

/** The chart's name, leading to Explore for those who may. */
export function ChartTitle({ chartId, title }: { readonly chartId: number; readonly title: string }) {
  const canExplore = useCan('can_explore', 'Superset');
  const { router } = usePlugin();
  return (
    <h3 className="dashboard-card-title" title={title}>
      {canExplore ? (
        <Link route={exploreRoute} search={{ ...urlParamsOf(router.location().search), slice_id: chartId }}>
          {title}
        </Link>
      ) : (
        title
      )}
    </h3>
  );
}
