import { useEffect, useMemo, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import type { FormData } from '@orrery/sdk';
import { IconButton, Tabs } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import { resolveControls } from '@orrery/sdk/viz';
import { ControlPanelView } from '../controls/control-panel-view.tsx';
import { DataPane } from '../data-pane/data-pane.tsx';
import { DatasetPanel } from '../dataset-panel/dataset-panel.tsx';
import { VizSwitcher } from '../gallery/viz-switcher.tsx';
import { needsQuery } from '../model/drawn-form-data.ts';
import { diffFormData } from '../model/diff-form-data.ts';
import { addField, targetOf } from '../model/fields.ts';
import type { Field } from '../model/fields.ts';
import { validateControls } from '../model/validate-controls.ts';
import { SaveDialog } from '../save/save-dialog.tsx';
import { CHART_KEY, useServices } from '../services.ts';
import { useChartState } from '../state/use-chart-state.ts';
import { useControlPanel } from '../state/use-control-panel.ts';
import { useDispatch, useExplore } from '../state/use-explore.ts';
import { useText } from '../state/use-text.ts';
import { ChartArea } from './chart-area.tsx';
import { ExploreHeader } from './explore-header.tsx';
import { isShortcut } from './is-shortcut.ts';

type View = 'dataset' | 'controls' | 'chart';

/** Dataset, settings and picture of the open chart. */
export function Workbench({ isBare }: { readonly isBare: boolean }): ReactElement {
  const t = useT();
  const text = useText();
  const { router, storage, ui } = usePlugin();
  const { charts, leaving } = useServices();
  const { formData: current, dataset, queried, baseline, slice, focusedControl, status } = useExplore();
  const dispatch = useDispatch();
  const formData = current as FormData;
  const panel = useControlPanel(formData.viz_type);
  const chart = useChartState();
  const [isSaving, setIsSaving] = useState(false);
  const [view, setView] = useState<View>('controls');
  const [isDatasetShown, setIsDatasetShown] = useState(storage.get<boolean>('dataset-panel') !== false);
  const errors = useMemo(() => (panel ? validateControls(panel, formData, dataset) : {}), [panel, formData, dataset]);
  const isInvalid = Object.keys(errors).length > 0;
  const changes = useMemo(() => (baseline ? diffFormData(baseline, formData) : []), [baseline, formData]);
  const isStale = panel ? queried === undefined || needsQuery(panel, queried, formData) : false;

  useEffect(() => {
    const subscription = router.block(() => status === 'ready' && changes.length > 0 && !leaving.isOwnMove, t('leave.question'));
    return () => subscription.dispose();
  }, [router, status, changes.length, leaving, t]);

  const run = () => {
    if (isInvalid) return;
    if (isStale) dispatch({ type: 'explore/RUN' });
    else charts.refresh(CHART_KEY, true);
    setView('chart');
  };
  const handleKey = (event: KeyboardEvent) => {
    const isRun = isShortcut(event, 'enter');
    if (!isRun && !isShortcut(event, 's')) return;
    event.preventDefault();
    if (isRun) run();
    else if (!isInvalid) setIsSaving(true);
  };
  const handleAdd = (field: Field) => {
    const target = panel ? targetOf(panel, formData, dataset, field, focusedControl) : undefined;
    const control = panel && resolveControls(panel).find(({ name }) => name === target)?.control;
    const value = control && target ? addField(control, formData[target], field, { formData, dataset }) : undefined;
    if (!target || !control || value === undefined) {
      ui.toast('info', t(target ? 'dataset.already' : 'dataset.no-place', { name: field.name }));
      return;
    }
    dispatch({ type: 'explore/CONTROL_CHANGED', name: target, value });
    ui.toast('info', t('dataset.added', { name: field.name, control: text(control.label) }));
  };
  const chartArea = <ChartArea panel={panel} isStale={isStale} isInvalid={isInvalid} onRun={run} />;
  if (isBare) return <div className="explore-bare">{chartArea}</div>;

  return (
    // Shortcuts work wherever the focus is within the page.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="explore-page" data-view={view} onKeyDown={handleKey}>
      <ExploreHeader panel={panel} changes={changes} isInvalid={isInvalid} onSave={() => setIsSaving(true)} />
      <div className="explore-views">
        <Tabs label={t('views')} tabs={(['dataset', 'controls', 'chart'] as const).map((id) => ({ id, label: t(`view.${id}`) }))} selected={view} onSelect={(id) => setView(id as View)} />
      </div>
      <div className="explore-columns" data-dataset={isDatasetShown ? 'shown' : 'hidden'}>
        <aside className="explore-left" aria-label={t('dataset.title')}>
          <div className="explore-panel-header">
            {isDatasetShown && <h2>{t('dataset.title')}</h2>}
            <IconButton
              icon={isDatasetShown ? 'chevron-left' : 'chevron-right'}
              size="small"
              label={t(isDatasetShown ? 'dataset.hide' : 'dataset.show')}
              onClick={() => {
                storage.set('dataset-panel', !isDatasetShown);
                setIsDatasetShown(!isDatasetShown);
              }}
            />
          </div>
          {isDatasetShown && dataset && <DatasetPanel dataset={dataset} onAdd={handleAdd} />}
        </aside>
        <section className="explore-middle" aria-label={t('controls.title')}>
          <VizSwitcher vizType={formData.viz_type} onChoose={(vizType) => dispatch({ type: 'explore/VIZ_CHOSEN', vizType })} />
          <ControlPanelView
            panel={panel}
            state={{ formData, dataset }}
            errors={errors}
            isRunning={chart.status === 'loading'}
            isNew={!slice && queried === undefined}
            isStale={isStale}
            onChange={(name, value) => dispatch({ type: 'explore/CONTROL_CHANGED', name, value })}
            onFocus={(name) => dispatch({ type: 'explore/CONTROL_FOCUSED', name })}
            onRun={run}
            onStop={() => charts.stop(CHART_KEY)}
          />
        </section>
        <section className="explore-right" aria-label={t('view.chart')}>
          {chartArea}
          <DataPane formData={queried} dataset={dataset} />
        </section>
      </div>
      {isSaving && <SaveDialog onClose={() => setIsSaving(false)} />}
    </div>
  );
}
