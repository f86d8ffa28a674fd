import { Badge, Popover } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { useChartState } from '../page/dashboard-services.ts';
import type { AppliedFilter } from '../state/chart-inputs.ts';

/** How many filters are in force on a chart, and which (DASH-090). */
export function AppliedFilters({ chartKey, title, applied }: { readonly chartKey: string; readonly title: string; readonly applied: readonly AppliedFilter[] }) {
  const t = useT();
  const { results } = useChartState(chartKey);
  if (applied.length === 0) return null;
  const rejected = new Set(results?.flatMap((result) => result.rejected_filters?.map(({ column }) => column) ?? []));
  const fits = (filter: AppliedFilter) => filter.columns.length === 0 || filter.columns.some((column) => !rejected.has(column));
  const count = applied.filter(fits).length;
  return (
    <Popover
      label={t('applied.title', { title })}
      trigger={
        <button type="button" className="dashboard-applied" aria-label={t('applied.count', { count })}>
          <Badge kind="info">{count}</Badge>
        </button>
      }
    >
      {() => (
        <ul className="dashboard-applied-list">
          {applied.map((filter) => (
            <li key={`${filter.kind}-${filter.id}`}>
              <span className="dashboard-applied-name">{filter.kind === 'cross' ? t('applied.from', { name: filter.name }) : filter.name}</span>
              <span>{fits(filter) ? filter.label : t('applied.unfit')}</span>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
