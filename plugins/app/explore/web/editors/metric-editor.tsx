import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AdhocMetric, Aggregate, Dataset, Metric } from '@orrery/sdk';
import { Button, Combobox, Select, Tabs, TextField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { getMetricLabel } from '@orrery/sdk/viz';
import { columnIcon } from '../dataset-panel/field-icon.ts';

interface MetricEditorProps {
  readonly metric: Metric | undefined;
  readonly dataset: Dataset | undefined;
  onSave(metric: Metric): void;
  onCancel(): void;
}

const AGGREGATES: readonly Aggregate[] = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'];
type Kind = 'saved' | 'simple' | 'sql';

function kindOf(metric: Metric | undefined, hasSaved: boolean): Kind {
  if (metric === undefined) return hasSaved ? 'saved' : 'simple';
  if (typeof metric === 'string') return 'saved';
  return metric.expressionType === 'SQL' ? 'sql' : 'simple';
}

/** True when the dataset allows its saved metrics only (census EXPL-12). */
function isSavedOnly(dataset: Dataset | undefined): boolean {
  try {
    return (JSON.parse(String(dataset?.['extra'] ?? '{}')) as { disallow_adhoc_metrics?: boolean } | null)?.disallow_adhoc_metrics === true;
  } catch {
    return false;
  }
}

/** Popover body that makes or changes a metric. */
export function MetricEditor({ metric, dataset, onSave, onCancel }: MetricEditorProps): ReactElement {
  const t = useT();
  const saved = dataset?.metrics ?? [];
  const before = typeof metric === 'object' ? metric : undefined;
  const [kind, setKind] = useState<Kind>(kindOf(metric, saved.length > 0));
  const [name, setName] = useState(typeof metric === 'string' ? metric : '');
  const [column, setColumn] = useState(before?.column?.column_name ?? '');
  const [aggregate, setAggregate] = useState<Aggregate | ''>(before?.aggregate ?? '');
  const [sql, setSql] = useState(before?.sqlExpression ?? '');
  const [ownLabel, setOwnLabel] = useState(before?.hasCustomLabel ? (before.label ?? '') : '');

  const found = dataset?.columns.find((item) => item.column_name === column);
  const draft: AdhocMetric =
    kind === 'sql'
      ? { ...before, expressionType: 'SQL', sqlExpression: sql, column: null, aggregate: null }
      : { ...before, expressionType: 'SIMPLE', column: found ? { ...found } : (before?.column ?? null), aggregate: aggregate || null, sqlExpression: null };
  const computed = getMetricLabel({ ...draft, label: undefined });
  const isValid = kind === 'saved' ? name !== '' : kind === 'sql' ? sql.trim() !== '' : column !== '' && aggregate !== '';
  const tabs = (['saved', 'simple', 'sql'] as const).filter((id) => id === 'saved' || !isSavedOnly(dataset));

  const handleSave = () => {
    if (kind === 'saved') onSave(name);
    else onSave({ ...draft, label: ownLabel.trim() || computed, hasCustomLabel: ownLabel.trim() !== '' });
  };

  return (
    <form
      className="explore-editor"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isValid) handleSave();
      }}
    >
      <Tabs label={t('metric.kind')} tabs={tabs.map((id) => ({ id, label: t(`metric.${id}`) }))} selected={kind} onSelect={(id) => setKind(id as Kind)} />
      {kind === 'saved' && (
        <Combobox
          label={t('metric.saved')}
          value={name || null}
          placeholder={saved.length === 0 ? t('metric.none-saved') : t('metric.choose')}
          options={saved.map((item) => ({ value: item.metric_name, label: item.verbose_name || item.metric_name, description: item.expression }))}
          onChange={(value) => setName(typeof value === 'string' ? value : '')}
        />
      )}
      {kind === 'simple' && (
        <>
          <Combobox
            label={t('metric.column')}
            value={column || null}
            options={(dataset?.columns ?? []).map((item) => ({ value: item.column_name, label: item.verbose_name || item.column_name, icon: columnIcon(item) }))}
            onChange={(value) => setColumn(typeof value === 'string' ? value : '')}
          />
          <Select
            label={t('metric.aggregate')}
            value={aggregate}
            options={[{ value: '', label: t('choose') }, ...AGGREGATES.map((value) => ({ value, label: value }))]}
            onChange={(value) => setAggregate(value as Aggregate | '')}
          />
        </>
      )}
      {kind === 'sql' && <TextField label={t('metric.sql')} multiline rows={4} value={sql} onChange={setSql} placeholder="SUM(amount) / COUNT(*)" />}
      {kind !== 'saved' && <TextField label={t('metric.label')} value={ownLabel} placeholder={isValid ? computed : t('metric.default-label')} onChange={setOwnLabel} />}
      <div className="explore-editor-actions">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind="primary" type="submit" disabled={!isValid}>
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}
