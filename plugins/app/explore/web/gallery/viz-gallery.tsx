import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { Badge, EmptyState, Icon, SearchField, Select } from '@orrery/sdk/ui';
import type { IconName } from '@orrery/sdk/ui';
import { useContributions, useT } from '@orrery/sdk/web';
import { VizTypes } from '@orrery/sdk/viz';
import { categoriesOf, searchVizTypes } from '../model/search-viz-types.ts';

interface VizGalleryProps {
  readonly value: string | undefined;
  onSelect(type: string): void;
  /** Chosen and confirmed in one, by a double click. */
  onConfirm?(type: string): void;
}

const ICONS: Readonly<Record<string, IconName>> = {
  evolution: 'line-chart',
  'part-of-whole': 'pie-chart',
  ranking: 'bar-chart',
  kpi: 'number',
  table: 'table',
  map: 'map',
};

/** All viz types as cards, by what their manifests say; no plugin's code is loaded for it. */
export function VizGallery({ value, onSelect, onConfirm }: VizGalleryProps): ReactElement {
  const t = useT();
  const contributions = useContributions(VizTypes);
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const all = useMemo(() => contributions.map((contribution) => contribution.value), [contributions]);
  const shown = useMemo(() => searchVizTypes(all, search, category), [all, search, category]);
  const nameOf = (id: string) => {
    const key = `category.${id.toLowerCase().replaceAll(' ', '-')}`;
    const name = t(key);
    return name === key ? id : name;
  };
  const chosen = all.find(({ type }) => type === value);
  return (
    <div className="explore-gallery">
      <div className="explore-gallery-bar">
        <SearchField label={t('gallery.search')} placeholder={t('gallery.search')} value={search} onChange={setSearch} />
        <Select
          label={t('gallery.category')}
          hideLabel
          value={category}
          options={[{ value: '', label: t('gallery.all') }, ...categoriesOf(all).map((id) => ({ value: id, label: nameOf(id) }))]}
          onChange={setCategory}
        />
      </div>
      {shown.length === 0 && <EmptyState icon="search" title={t('gallery.empty')} description={t('gallery.empty-hint')} />}
      <ul className="explore-cards" aria-label={t('gallery.title')}>
        {shown.map((viz) => (
          <li key={viz.type}>
            <button type="button" className="explore-card" aria-pressed={viz.type === value} onClick={() => onSelect(viz.type)} onDoubleClick={() => onConfirm?.(viz.type)}>
              {viz.thumbnail ? <img src={viz.thumbnail} alt="" loading="lazy" /> : <Icon name={ICONS[viz.category] ?? 'chart'} size={32} />}
              <span className="explore-card-title">{viz.title}</span>
              <span className="explore-card-category">{nameOf(viz.category)}</span>
              {viz.deprecated && <Badge kind="warning">{t('gallery.deprecated')}</Badge>}
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <p className="explore-gallery-detail" aria-live="polite">
          <strong>{chosen.title}</strong> {chosen.description}
        </p>
      )}
    </div>
  );
}
