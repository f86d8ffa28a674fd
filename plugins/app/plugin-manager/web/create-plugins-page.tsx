import { useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { isApiError, useCan, usePlugin, useT, useTitle } from '@orrery/sdk/web';
import type { PluginMonitor } from '@orrery/sdk/web';
import { FormDialog } from '@orrery/sdk/list';
import type { FormValues } from '@orrery/sdk/list';
import { Button, Checkbox, EmptyState, ErrorPanel, SearchField, Toolbar } from '@orrery/sdk/ui';
import { BisectPanel } from './bisect/bisect-panel.tsx';
import { useBisect } from './bisect/use-bisect.ts';
import { PluginTable } from './plugin-table.tsx';
import type { PluginLine } from './states/merge-plugins.ts';
import { bisectCandidates, hasProblem } from './states/merge-plugins.ts';
import { usePluginLines } from './states/use-plugin-lines.ts';

/** Binds the page to the kernel's view of the plugins. */
export function createPluginsPage(monitor: PluginMonitor): ComponentType {
  return function PluginsPage() {
    return <Page monitor={monitor} />;
  };
}

function Page({ monitor }: { readonly monitor: PluginMonitor }): ReactNode {
  const t = useT();
  const { api, ui } = usePlugin();
  const canWrite = useCan('can_write', 'DynamicPlugin');
  useTitle(t('title'));
  const { lines, error, added, refresh } = usePluginLines(monitor);
  const [text, setText] = useState('');
  const [onlyProblems, setOnlyProblems] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [, setDrawing] = useState(0);
  const redraw = () => setDrawing((before) => before + 1);
  // The search switches plugins off itself; what it searches among stays as it was when it began.
  const candidates = useMemo(() => lines && bisectCandidates(lines, monitor.paused), [lines, monitor]);
  const bisect = useBisect(monitor, candidates);

  const needle = text.trim().toLocaleLowerCase();
  const shown = lines?.filter((line) => (!onlyProblems || hasProblem(line)) && `${line.id} ${line.name}`.toLocaleLowerCase().includes(needle));
  const problems = lines?.filter(hasProblem).length ?? 0;

  const attempt = async (name: string, work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      ui.toast('success', done);
    } catch (failure) {
      ui.toast('danger', t('failed', { name, error: isApiError(failure) || failure instanceof Error ? failure.message : String(failure) }));
    }
    refresh();
  };
  const actions = {
    setEnabled: (line: PluginLine, isEnabled: boolean) =>
      void attempt(
        line.name,
        async () => {
          await api.put(`/api/v1/plugin/${encodeURIComponent(line.id)}`, { body: { enabled: isEnabled } });
          await monitor.reload(line.id);
        },
        t(isEnabled ? 'enabled' : 'disabled', { name: line.name }),
      ),
    tryWithout: (line: PluginLine) => {
      const isOff = monitor.paused.includes(line.id);
      // Not every plugin runs here, so that not every pause changes a state.
      void monitor.pause(isOff ? monitor.paused.filter((id) => id !== line.id) : [...monitor.paused, line.id], t('without.reason')).then(redraw);
    },
    retry: (line: PluginLine) => void attempt(line.name, () => monitor.retry(line.id), t('retried', { name: line.name })),
    remove: async (line: PluginLine) => {
      if (await ui.confirm({ title: t('remove.title', { name: line.name }), body: t('remove.body'), confirmLabel: t('remove.confirm'), danger: true })) {
        const forget = async (): Promise<void> => {
          await api.delete(`/dynamic-plugins/api/${line.dynamicId}`);
          await monitor.reload(line.id);
        };
        await attempt(line.name, forget, t('removed', { name: line.name }));
      }
    },
  };
  const add = async (values: FormValues): Promise<void> => {
    await api.post('/dynamic-plugins/api/', { body: { name: values['name'], key: values['key'], bundle_url: values['bundle_url'] } });
    setAdding(false);
    await attempt(String(values['name']), () => monitor.reload(String(values['key'])), t('added', { name: String(values['name']) }));
  };
  return (
    <div className="plugin-manager-page">
      <header className="plugin-manager-header">
        <h1>{t('title')}</h1>
        <div className="plugin-manager-bisect-actions">
          <Button disabled={bisect.state !== undefined || !candidates?.length} onClick={bisect.start}>
            {t('bisect.start')}
          </Button>
          {canWrite && (
            <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('add.open')}
            </Button>
          )}
        </div>
      </header>
      <BisectPanel flow={bisect} lines={lines ?? []} canWrite={canWrite} disable={(line) => actions.setEnabled(line, false)} />
      <Toolbar label={t('filter.label')}>
        <SearchField label={t('filter.search')} value={text} onChange={setText} />
        <Checkbox label={t('filter.problems', { count: problems })} checked={onlyProblems} onChange={setOnlyProblems} />
      </Toolbar>
      {error !== undefined && <ErrorPanel title={t('error.title')} message={t('error.text')} detail={String(error)} onRetry={refresh} />}
      {added.phase === 'failed' && <ErrorPanel title={t('reason.LIST_UNAVAILABLE')} message={t('fix.LIST_UNAVAILABLE')} detail={`${added.reason?.code}: ${added.reason?.message}`} onRetry={refresh} />}
      {shown?.length === 0 ? (
        <EmptyState icon="plugin" title={onlyProblems && needle === '' ? t('empty.healthy') : t('empty.title')} description={t('empty.text')} />
      ) : (
        <PluginTable lines={shown} canWrite={canWrite} paused={monitor.paused} isSearching={bisect.state !== undefined} actions={{ ...actions, remove: (line) => void actions.remove(line) }} />
      )}
      {isAdding && (
        <FormDialog
          title={t('add.open')}
          submitLabel={t('add.submit')}
          fields={[
            { id: 'name', label: t('add.name'), description: t('add.nameText'), required: true },
            { id: 'key', label: t('add.key'), description: t('add.keyText'), required: true },
            { id: 'bundle_url', label: t('add.url'), description: t('add.urlText'), kind: 'url', required: true },
          ]}
          onSubmit={add}
          onClose={() => setAdding(false)}
        >
          <p className="plugin-manager-secondary">{t('add.text')}</p>
        </FormDialog>
      )}
    </div>
  );
}
