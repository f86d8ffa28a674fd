import { Badge, Button, IconButton, Menu } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { DashboardBundle } from '../../contract.ts';
import { useDashboardState, useDispatch } from '../page/use-dashboard-state.ts';
import { RefreshInterval } from './refresh-interval.tsx';
import { useSharing } from './use-sharing.ts';

/** Name, star, state and actions of the dashboard on view (DASH-050, DASH-053). */
export function DashboardHeader({ bundle }: { readonly bundle: DashboardBundle }) {
  const t = useT();
  const dispatch = useDispatch();
  const { bootstrap, router, ui } = usePlugin();
  const isFavourite = useDashboardState((state) => state.isFavourite);
  const share = useSharing();
  const { dashboard, canEdit } = bundle;
  const certifiedBy = typeof dashboard['certified_by'] === 'string' ? dashboard['certified_by'] : '';

  const handleStandalone = () => {
    const { pathname, search, hash } = router.location();
    const params = new URLSearchParams(search);
    if (ui.standalone > 0) params.delete('standalone');
    else params.set('standalone', '1');
    const query = params.toString();
    router.navigateTo(`${pathname}${query ? `?${query}` : ''}${hash}`);
  };
  const items = [
    { id: 'fullscreen', label: t(ui.standalone > 0 ? 'header.exitFullscreen' : 'header.fullscreen'), icon: 'fullscreen' as const, onSelect: handleStandalone },
    { id: 'share', label: t('header.copyLink'), icon: 'link' as const, onSelect: () => void share() },
    // The dialog comes with dashboard editing.
    ...(canEdit ? [{ id: 'properties', label: t('header.properties'), icon: 'settings' as const, disabled: true, onSelect: () => undefined }] : []),
  ];
  return (
    <header className="dashboard-header">
      <div className="dashboard-header-name">
        <h1 className="dashboard-title">{dashboard.dashboard_title}</h1>
        {!bootstrap.user.isAnonymous && (
          <IconButton
            icon={isFavourite ? 'star-filled' : 'star'}
            label={t(isFavourite ? 'header.unstar' : 'header.star')}
            pressed={isFavourite}
            onClick={() => dispatch({ type: 'dashboard/FAVOURITE_ASKED', isFavourite: !isFavourite })}
          />
        )}
        <Badge kind={dashboard.published ? 'success' : 'neutral'}>{t(dashboard.published ? 'header.published' : 'header.draft')}</Badge>
        {certifiedBy !== '' && <Badge kind="info">{t('header.certified', { name: certifiedBy })}</Badge>}
      </div>
      <div className="dashboard-header-actions">
        <Button size="small" icon="refresh" onClick={() => dispatch({ type: 'dashboard/REFRESH_ASKED' })}>
          {t('header.refresh')}
        </Button>
        <RefreshInterval />
        <Menu label={t('header.menu')} trigger={<IconButton icon="more" label={t('header.menu')} />} items={items} />
      </div>
    </header>
  );
}
