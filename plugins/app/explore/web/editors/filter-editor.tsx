import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AdhocFilter, Dataset, FilterOperator } from '@orrery/sdk';
import { Button, Combobox, Select, Tabs, TextField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { isUnaryOperator } from '@orrery/sdk/viz';
import { columnIcon } from '../dataset-panel/field-icon.ts';
import { isCompleteFilter, operatorsFor, withOperator } from '../model/filter-operators.ts';
import { FilterValueField } from './filter-value-field.tsx';

interface FilterEditorProps {
  readonly filter: AdhocFilter | undefined;
  readonly dataset: Dataset | undefined;
  onSave(filter: AdhocFilter): void;
  onCancel(): void;
}

const EMPTY: AdhocFilter = { expressionType: 'SIMPLE', clause: 'WHERE', subject: null, operator: null };

/** Popover body that makes or changes a filter. */
export function FilterEditor({ filter, dataset, onSave, onCancel }: FilterEditorProps): ReactElement {
  const t = useT();
  const [draft, setDraft] = useState<AdhocFilter>(filter ?? EMPTY);
  const columns = (dataset?.columns ?? []).filter((column) => column.filterable);
  const column = dataset?.columns.find((item) => item.column_name === draft.subject);
  const operators = operatorsFor(column);
  const isValid = isCompleteFilter(draft);

  const handleSubject = (value: string | string[] | readonly string[] | null) => {
    const subject = typeof value === 'string' ? value : null;
    const next = dataset?.columns.find((item) => item.column_name === subject);
    const first = operatorsFor(next)[0] ?? 'IN';
    setDraft(withOperator({ ...draft, subject, comparator: undefined, operator: null }, first));
  };

  return (
    <form
      className="explore-editor"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isValid) onSave(draft);
      }}
    >
      <Tabs
        label={t('filter.kind')}
        tabs={[
          { id: 'SIMPLE', label: t('filter.simple') },
          { id: 'SQL', label: t('filter.sql') },
        ]}
        selected={draft.expressionType}
        onSelect={(id) => setDraft({ ...draft, expressionType: id === 'SQL' ? 'SQL' : 'SIMPLE', ...(id === 'SQL' ? {} : { clause: 'WHERE' as const }) })}
      />
      {draft.expressionType === 'SIMPLE' ? (
        <>
          <Combobox
            label={t('filter.column')}
            value={draft.subject ?? null}
            placeholder={t('filter.columns', { count: columns.length })}
            options={columns.map((item) => ({ value: item.column_name, label: item.verbose_name || item.column_name, icon: columnIcon(item) }))}
            onChange={handleSubject}
          />
          {draft.subject && (
            <Select
              label={t('filter.operator')}
              value={draft.operator ?? ''}
              options={operators.map((operator) => ({ value: operator, label: t(`operator.${operator}`) }))}
              onChange={(value) => setDraft(withOperator(draft, value as FilterOperator))}
            />
          )}
          {draft.subject && draft.operator && !isUnaryOperator(draft.operator) && (
            <FilterValueField filter={draft} column={column} dataset={dataset} onChange={(comparator) => setDraft({ ...draft, comparator })} />
          )}
        </>
      ) : (
        <>
          <Select
            label={t('filter.clause')}
            value={draft.clause}
            options={[
              { value: 'WHERE', label: t('filter.where') },
              { value: 'HAVING', label: t('filter.having') },
            ]}
            onChange={(value) => setDraft({ ...draft, clause: value === 'HAVING' ? 'HAVING' : 'WHERE' })}
          />
          <TextField
            label={t('filter.expression')}
            multiline
            rows={4}
            value={draft.sqlExpression ?? ''}
            placeholder={draft.clause === 'HAVING' ? 'SUM(amount) > 100' : "status = 'open'"}
            onChange={(sqlExpression) => setDraft({ ...draft, sqlExpression })}
          />
        </>
      )}
      <div className="explore-editor-actions">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button kind="primary" type="submit" disabled={!isValid}>
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}
