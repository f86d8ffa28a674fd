import { Skeleton } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';

/** The frame of a dashboard while it is on its way; the header takes the room it will have. */
export function PageSkeleton() {
  const t = useT();
  return (
    <div className="dashboard-page" aria-busy="true">
      <div className="dashboard-header" role="status" aria-label={t('page.loading')}>
        <Skeleton width="280px" height="28px" />
      </div>
      <div className="dashboard-skeleton">
        {[4, 4, 4, 6, 6].map((width, at) => (
          <div key={at} className="dashboard-cell" style={{ '--dashboard-span': width, blockSize: '320px' } as React.CSSProperties}>
            <Skeleton height="100%" />
          </div>
        ))}
      </div>
    </div>
  );
}
