import { useCallback, useEffect, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { EmptyState, ErrorPanel, Skeleton } from '@orrery/sdk/ui';
import { Panels, useContributions, useLocation, usePlugin, useT, useTitle } from '@orrery/sdk/web';
import type { PluginMonitor } from '@orrery/sdk/web';
import { GroupCard } from '../groups/group-card.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { useSettings } from './use-settings.ts';

/** Binds the page to the kernel's view of the plugins, which knows their names. */
export function createSettingsPage(monitor: PluginMonitor): ComponentType {
  return function SettingsPage() {
    return <Page monitor={monitor} />;
  };
}

function Page({ monitor }: { readonly monitor: PluginMonitor }): ReactNode {
  const t = useT();
  const { permissions, router } = usePlugin();
  useTitle(t('title'));
  const { groups, error, refresh } = useSettings();
  const panels = useContributions(Panels).filter(({ value }) => value.location === 'settings.section' && (!value.permission || permissions.can(...value.permission)));
  const dirty = useRef(new Set<string>());
  const handleDirty = useCallback((id: string, isDirty: boolean) => void (isDirty ? dirty.current.add(id) : dirty.current.delete(id)), []);
  useEffect(() => {
    const subscription = router.block(() => dirty.current.size > 0, t('leave'));
    return () => subscription.dispose();
  }, [router, t]);
  const { hash } = useLocation();
  const isLoaded = groups !== undefined;
  useEffect(() => {
    // An address may name a group.
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isLoaded, hash]);

  const names = new Map(monitor.list().map(({ id, displayName }) => [id, displayName]));
  const cards = (scope: 'admin' | 'user') =>
    (groups ?? [])
      .filter(({ group }) => group.scope === scope)
      .map(({ contribution, group }) => <GroupCard key={group.id} contribution={contribution} group={group} pluginName={names.get(group.plugin) ?? group.plugin} onStored={refresh} onDirty={handleDirty} />);
  const mine = cards('user');
  const everybody = cards('admin');
  return (
    <div className="settings-page">
      <h1>{t('title')}</h1>
      {error !== undefined && <ErrorPanel title={t('error.title')} message={error instanceof Error ? error.message : String(error)} onRetry={() => void refresh().catch(() => {})} />}
      {!isLoaded && error === undefined && (
        <div aria-busy="true" aria-label={t('loading')} role="status">
          <Skeleton lines={6} />
        </div>
      )}
      {isLoaded && mine.length + everybody.length + panels.length === 0 && <EmptyState icon="settings" title={t('empty.title')} description={t('empty.text')} />}
      {mine.length + panels.length > 0 && (
        <section aria-labelledby="settings-mine">
          <h2 id="settings-mine">{t('section.mine')}</h2>
          <p className="settings-note">{t('section.mine.text')}</p>
          {panels.map((panel) => <SettingsPanel key={panel.key} contribution={panel} />)}
          {mine}
        </section>
      )}
      {everybody.length > 0 && (
        <section aria-labelledby="settings-everybody">
          <h2 id="settings-everybody">{t('section.everybody')}</h2>
          <p className="settings-note">{t('section.everybody.text')}</p>
          {everybody}
        </section>
      )}
    </div>
  );
}
