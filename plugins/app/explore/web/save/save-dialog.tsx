import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Combobox, Dialog, ErrorPanel, RadioGroup, TextField } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { DashboardTarget } from '../state/actions.ts';
import { useDispatch, useExplore } from '../state/use-explore.ts';
import { useDashboards } from './use-dashboards.ts';

/** True when the chart is this user's to overwrite (seed §6). */
function useCanOverwrite(): boolean {
  const { bootstrap } = usePlugin();
  const { slice } = useExplore();
  const { id, isAdmin } = bootstrap.user;
  return slice !== null && slice.is_managed_externally !== true && (isAdmin || (id !== null && slice.owners.includes(id)));
}

/** Saves the chart, over itself or as a new one, and puts it on a dashboard when asked to. */
export function SaveDialog({ onClose }: { onClose(): void }): ReactElement {
  const t = useT();
  const { name: currentName, slice, save, request } = useExplore();
  const dispatch = useDispatch();
  const canOverwrite = useCanOverwrite();
  const [mode, setMode] = useState<'overwrite' | 'saveas'>(canOverwrite ? 'overwrite' : 'saveas');
  const [name, setName] = useState(currentName || slice?.slice_name || '');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(request?.dashboard_id ?? null);
  const wasSaving = useRef(false);
  const { dashboards, isLoading, hasMore } = useDashboards(search, request?.dashboard_id);
  const known = dashboards.find(({ id }) => String(id) === chosen);
  const target: DashboardTarget | undefined = chosen === null ? undefined : known ? { id: known.id, title: known.title } : { title: chosen };
  const isSaving = save.status === 'saving';

  useEffect(() => {
    if (wasSaving.current && save.status === 'idle') onClose();
    wasSaving.current = isSaving;
  }, [isSaving, save.status, onClose]);
  const close = () => {
    dispatch({ type: 'explore/SAVE_CLOSED' });
    onClose();
  };
  const submit = (goToDashboard: boolean) => {
    if (name.trim() === '' || isSaving) return;
    dispatch({ type: 'explore/SAVE_REQUESTED', save: { mode, name: name.trim(), dashboard: target, goToDashboard } });
  };
  return (
    <Dialog
      title={t('save.title')}
      isOpen
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button disabled={!target || name.trim() === '' || isSaving} onClick={() => submit(true)}>
            {t('save.and-go')}
          </Button>
          <Button kind="primary" busy={isSaving} disabled={name.trim() === ''} onClick={() => submit(false)}>
            {t('save.action')}
          </Button>
        </>
      }
    >
      <form
        className="explore-stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        {save.status === 'failed' && <ErrorPanel title={t('save.failed')} message={save.message ?? t('error.unknown')} />}
        {slice && (
          <RadioGroup
            label={t('save.mode')}
            value={mode}
            options={[
              { value: 'overwrite', label: t('save.overwrite'), disabled: !canOverwrite },
              { value: 'saveas', label: t('save.as') },
            ]}
            onChange={(value) => setMode(value === 'overwrite' ? 'overwrite' : 'saveas')}
          />
        )}
        <TextField label={t('save.name')} required value={name} onChange={setName} error={name.trim() === '' ? t('save.name-missing') : undefined} />
        <Combobox
          label={t('save.dashboard')}
          description={target && !known ? t('save.new-dashboard', { name: target.title }) : t('save.dashboard-hint')}
          value={chosen}
          creatable
          clearable
          isLoading={isLoading}
          placeholder={t('save.dashboard-choose')}
          options={[
            ...dashboards.map((dashboard) => ({ value: String(dashboard.id), label: dashboard.title })),
            ...(chosen !== null && !known ? [{ value: chosen, label: chosen }] : []),
          ]}
          onSearch={hasMore ? setSearch : undefined}
          onChange={(value) => setChosen(typeof value === 'string' ? value : null)}
        />
      </form>
    </Dialog>
  );
}
