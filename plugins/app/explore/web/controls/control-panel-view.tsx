import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Skeleton, Tabs } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { ControlPanel, ControlState } from '@orrery/sdk/viz';
import { visibleSections } from '../model/panel-state.ts';
import { ControlSectionView } from './control-section-view.tsx';

interface ControlPanelViewProps {
  readonly panel: ControlPanel | null | undefined;
  readonly state: ControlState;
  readonly errors: Readonly<Record<string, string>>;
  readonly isRunning: boolean;
  readonly isNew: boolean;
  readonly isStale: boolean;
  onChange(name: string, value: unknown): void;
  onFocus(name: string): void;
  onRun(): void;
  onStop(): void;
}

type Tab = 'data' | 'customize';

/** The settings of the chart in two tabs, with the button that runs them. */
export function ControlPanelView(props: ControlPanelViewProps): ReactElement {
  const { panel, state, errors, isRunning, isNew, isStale, onChange, onFocus, onRun, onStop } = props;
  const t = useT();
  const [tab, setTab] = useState<Tab>('data');
  const sections = panel ? visibleSections(panel, state) : [];
  const isInvalid = Object.keys(errors).length > 0;
  const countIn = (id: Tab) => sections.filter(({ section }) => section.tab === id).flatMap(({ rows }) => rows.flat()).filter(({ name }) => errors[name]).length;
  const labelOf = (id: Tab) => (countIn(id) > 0 ? t('tab.invalid', { tab: t(`tab.${id}`), count: countIn(id) }) : t(`tab.${id}`));
  return (
    <div className="explore-controls">
      <Tabs
        label={t('controls.title')}
        tabs={(['data', 'customize'] as const).map((id) => ({ id, label: labelOf(id) }))}
        selected={tab}
        onSelect={(id) => setTab(id as Tab)}
      />
      <div className="explore-sections">
        {panel === undefined && <Skeleton lines={8} />}
        {panel === null && <p className="explore-hint">{t('controls.missing', { type: state.formData.viz_type })}</p>}
        {sections
          .filter(({ section }) => section.tab === tab)
          .map(({ section, rows }) => (
            <ControlSectionView
              key={`${state.formData.viz_type}/${section.id}`}
              section={section}
              rows={rows}
              state={state}
              errors={errors}
              onChange={onChange}
              onFocus={onFocus}
            />
          ))}
      </div>
      <div className="explore-run">
        {isRunning ? (
          <Button kind="danger" icon="stop" onClick={onStop}>
            {t('run.stop')}
          </Button>
        ) : (
          <Button kind={isStale || isNew ? 'primary' : 'default'} icon="play" disabled={isInvalid} onClick={onRun}>
            {t(isNew ? 'run.create' : 'run.update')}
          </Button>
        )}
        {isInvalid && <p className="explore-hint">{t('run.invalid')}</p>}
      </div>
    </div>
  );
}
