import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import type { Dataset } from '@orrery/sdk';
import { Button, EmptyState, Icon, SearchField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { Field } from '../model/fields.ts';
import { FieldItem } from './field-item.tsx';
import { columnIcon, columnTypeKey } from './field-icon.ts';

interface DatasetPanelProps {
  readonly dataset: Dataset;
  /** The field was chosen by click or key: add it where it fits. */
  onAdd(field: Field): void;
}

/** Fields drawn at once per group; more on request. */
const PAGE = 50;

function matches(text: string, ...parts: readonly (string | null | undefined)[]): boolean {
  return parts.some((part) => part?.toLowerCase().includes(text));
}

/** Metrics and columns of the dataset, to be searched, dragged, or clicked into the controls. */
export function DatasetPanel({ dataset, onAdd }: DatasetPanelProps): ReactElement {
  const t = useT();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState({ metrics: PAGE, columns: PAGE });
  const text = search.trim().toLowerCase();
  const metrics = useMemo(
    () => dataset.metrics.filter((metric) => matches(text, metric.metric_name, metric.verbose_name, metric.description, metric.expression)),
    [dataset, text],
  );
  const columns = useMemo(
    () => dataset.columns.filter((column) => matches(text, column.column_name, column.verbose_name, column.description, column.expression)),
    [dataset, text],
  );
  return (
    <div className="explore-dataset">
      <div className="explore-dataset-name" title={dataset.name}>
        <Icon name="dataset" />
        <span>{dataset.name}</span>
      </div>
      <SearchField label={t('dataset.search')} placeholder={t('dataset.search')} value={search} onChange={setSearch} />
      <div className="explore-dataset-fields">
        {metrics.length > 0 && (
          <section aria-label={t('dataset.metrics')}>
            <h3 className="explore-heading">
              {t('dataset.metrics')} <span className="explore-count">{metrics.length}</span>
            </h3>
            <ul className="explore-fields">
              {metrics.slice(0, shown.metrics).map((metric) => (
                <FieldItem
                  key={metric.metric_name}
                  field={{ kind: 'metric', name: metric.metric_name }}
                  label={metric.verbose_name || metric.metric_name}
                  icon="bolt"
                  typeName={t('type.metric')}
                  hint={[metric.expression, metric.description].filter(Boolean).join('\n')}
                  warning={metric.warning_text ?? undefined}
                  onAdd={onAdd}
                />
              ))}
            </ul>
            {metrics.length > shown.metrics && (
              <Button kind="ghost" size="small" onClick={() => setShown({ ...shown, metrics: shown.metrics + PAGE })}>
                {t('dataset.more')}
              </Button>
            )}
          </section>
        )}
        {columns.length > 0 && (
          <section aria-label={t('dataset.columns')}>
            <h3 className="explore-heading">
              {t('dataset.columns')} <span className="explore-count">{columns.length}</span>
            </h3>
            <ul className="explore-fields">
              {columns.slice(0, shown.columns).map((column) => (
                <FieldItem
                  key={column.column_name}
                  field={{ kind: 'column', name: column.column_name }}
                  label={column.verbose_name || column.column_name}
                  icon={columnIcon(column)}
                  typeName={t(columnTypeKey(column))}
                  hint={[column.expression, column.type, column.description].filter(Boolean).join('\n')}
                  warning={column.warning_markdown ?? undefined}
                  onAdd={onAdd}
                />
              ))}
            </ul>
            {columns.length > shown.columns && (
              <Button kind="ghost" size="small" onClick={() => setShown({ ...shown, columns: shown.columns + PAGE })}>
                {t('dataset.more')}
              </Button>
            )}
          </section>
        )}
        {metrics.length + columns.length === 0 && (
          <EmptyState title={t(text ? 'dataset.no-match' : 'dataset.empty')} description={t(text ? 'dataset.no-match-hint' : 'dataset.empty-hint')} />
        )}
      </div>
    </div>
  );
}
