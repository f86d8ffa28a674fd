import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button, Combobox } from '@orrery/sdk/ui';
import { useLocation, usePlugin, useT, useTitle } from '@orrery/sdk/web';
import { exploreRoute } from '../../contract.ts';
import { VizGallery } from '../gallery/viz-gallery.tsx';
import { useDatasets } from './use-datasets.ts';

/** `/chart/add`: a dataset, a viz type, and off to Explore. */
export function AddChartPage(): ReactElement {
  const t = useT();
  const { router } = usePlugin();
  const preselected = new URLSearchParams(useLocation().search).get('dataset') ?? '';
  const [search, setSearch] = useState(preselected);
  const [chosen, setChosen] = useState<string | null>(null);
  const [vizType, setVizType] = useState<string>();
  const { datasets, isLoading, hasMore, error } = useDatasets(search);
  // A dataset named by the address is taken until another one is chosen.
  const dataset = chosen ?? (preselected && search === preselected && datasets[0] ? String(datasets[0].id) : null);
  useTitle(t('route.add'));
  const create = (type = vizType) => {
    if (dataset && type) router.navigate(exploreRoute, {}, { search: { datasource_id: dataset, datasource_type: 'table', viz_type: type } });
  };
  return (
    <div className="explore-add">
      <h1>{t('add.title')}</h1>
      <section aria-labelledby="explore-add-dataset">
        <h2 id="explore-add-dataset">{t('add.dataset')}</h2>
        <Combobox
          label={t('add.dataset-label')}
          value={dataset}
          isLoading={isLoading}
          error={error}
          placeholder={t('add.dataset-choose')}
          description={!isLoading && datasets.length === 0 && !error ? t('add.no-datasets') : undefined}
          options={datasets.map((item) => ({ value: String(item.id), label: item.name, description: item.place, icon: 'dataset' }))}
          onSearch={hasMore ? setSearch : undefined}
          onChange={(value) => setChosen(typeof value === 'string' ? value : null)}
        />
      </section>
      <section aria-labelledby="explore-add-viz">
        <h2 id="explore-add-viz">{t('add.viz')}</h2>
        <VizGallery value={vizType} onSelect={setVizType} onConfirm={create} />
      </section>
      <div className="explore-add-actions">
        {(!dataset || !vizType) && <p className="explore-hint">{t('add.needs-both')}</p>}
        <Button kind="primary" disabled={!dataset || !vizType} onClick={() => create()}>
          {t('add.create')}
        </Button>
      </div>
    </div>
  );
}
