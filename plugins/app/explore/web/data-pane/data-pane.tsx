// Panes come from a registry and stay the same components until their plugin goes.
/* oxlint-disable react/static-components */
import { useEffect, useState } from 'react';
import type { ComponentType, ReactElement } from 'react';
import type { Dataset, FormData } from '@orrery/sdk';
import { IconButton, Skeleton, Tabs } from '@orrery/sdk/ui';
import { useContributions, usePlugin, useSlot, useT } from '@orrery/sdk/web';
import { DataPanes } from '../../contract.ts';
import type { DataPaneProps } from '../../contract.ts';
import { CHART_KEY, useServices } from '../services.ts';

interface DataPaneAreaProps {
  readonly formData: FormData | undefined;
  readonly dataset: Dataset | undefined;
}

/** The collapsible pane below the chart; its tabs are contributions. */
export function DataPane({ formData, dataset }: DataPaneAreaProps): ReactElement {
  const t = useT();
  const { points, storage } = usePlugin();
  const { charts } = useServices();
  const Slot = useSlot();
  const panes = useContributions(DataPanes);
  const [isOpen, setIsOpen] = useState(storage.get<boolean>('data-pane') === true);
  const [chosen, setChosen] = useState<string>();
  const [loaded, setLoaded] = useState<{ key: string; Pane: ComponentType<DataPaneProps> | undefined }>();
  const current = panes.find((pane) => pane.key === chosen) ?? panes[0];
  const key = current?.key;
  useEffect(() => {
    if (!isOpen || key === undefined) return undefined;
    let isLive = true;
    const keep = (Pane: ComponentType<DataPaneProps> | undefined) => isLive && setLoaded({ key, Pane });
    points
      .load(DataPanes, key)
      .then((code) => code.load())
      .then(keep, () => keep(undefined));
    return () => {
      isLive = false;
    };
  }, [points, isOpen, key]);
  const toggle = (next: boolean) => {
    storage.set('data-pane', next);
    setIsOpen(next);
  };
  const Pane = loaded?.key === key ? loaded?.Pane : undefined;
  return (
    <div className="explore-data" data-open={isOpen ? '' : undefined}>
      <div className="explore-data-header">
        <Tabs
          label={t('data.title')}
          tabs={panes.map((pane) => ({ id: pane.key, label: pane.value.title }))}
          selected={key ?? ''}
          onSelect={(id) => {
            setChosen(id);
            toggle(true);
          }}
        />
        <IconButton icon={isOpen ? 'chevron-down' : 'chevron-up'} label={t(isOpen ? 'data.hide' : 'data.show')} onClick={() => toggle(!isOpen)} />
      </div>
      {isOpen && current && (
        <div className="explore-data-body">
          {Pane ? (
            <Slot pluginId={current.pluginId} contribution={`explore.data-panes:${current.key}`}>
              <Pane chartKey={CHART_KEY} formData={formData} dataset={dataset} query={(context, signal) => charts.query(context, signal)} />
            </Slot>
          ) : loaded?.key === key ? (
            <p className="explore-hint">{t('data.failed', { name: current.value.title })}</p>
          ) : (
            <Skeleton lines={5} />
          )}
        </div>
      )}
    </div>
  );
}
