import { IconButton, Popover, RadioGroup } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';

/** Seconds on offer (DASH-062). */
const INTERVALS = [0, 10, 30, 60, 300, 1800, 3600, 21_600, 43_200, 86_400];

/** How often the dashboard refreshes itself while it is open. */
export function RefreshInterval() {
  const t = useT();
  const dispatch = useDispatch();
  const seconds = useDashboardState((state) => state.refreshSeconds);
  const values = INTERVALS.includes(seconds) ? INTERVALS : [...INTERVALS, seconds].sort((a, b) => a - b);
  const text = (value: number) => {
    if (value === 0) return t('interval.never');
    if (value < 60) return t('interval.seconds', { count: value });
    return value < 3600 ? t('interval.minutes', { count: Math.round(value / 60) }) : t('interval.hours', { count: Math.round(value / 3600) });
  };
  return (
    <Popover label={t('interval.label')} trigger={<IconButton icon="clock" label={t('interval.button', { interval: text(seconds) })} pressed={seconds > 0} />}>
      {(close) => (
        <div className="dashboard-interval">
          <RadioGroup
            label={t('interval.label')}
            value={String(seconds)}
            options={values.map((value) => ({ value: String(value), label: text(value) }))}
            onChange={(value) => {
              dispatch({ type: 'dashboard/REFRESH_SECONDS_SET', seconds: Number(value) });
              close();
            }}
          />
        </div>
      )}
    </Popover>
  );
}
