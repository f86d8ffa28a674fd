import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AdhocColumn, Dataset, Dimension } from '@orrery/sdk';
import { Button, Combobox, Tabs, TextField } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { columnIcon } from '../dataset-panel/field-icon.ts';

interface ColumnEditorProps {
  readonly column: Dimension | undefined;
  readonly columns: Dataset['columns'];
  onSave(column: Dimension): void;
  onCancel(): void;
}

/** Popover body that chooses a column or writes an expression. */
export function ColumnEditor({ column, columns, onSave, onCancel }: ColumnEditorProps): ReactElement {
  const t = useT();
  const before = typeof column === 'object' ? column : undefined;
  const [kind, setKind] = useState<'saved' | 'sql'>(before ? 'sql' : 'saved');
  const [sql, setSql] = useState(before?.sqlExpression ?? '');
  const [label, setLabel] = useState(before?.label ?? '');
  const isValid = sql.trim() !== '';
  return (
    <form
      className="explore-editor"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const adhoc: AdhocColumn = { ...before, expressionType: 'SQL', sqlExpression: sql, label: label.trim() || sql, hasCustomLabel: label.trim() !== '' };
        if (kind === 'sql' && isValid) onSave(adhoc);
      }}
    >
      <Tabs
        label={t('column.kind')}
        tabs={[
          { id: 'saved', label: t('column.saved') },
          { id: 'sql', label: t('column.sql') },
        ]}
        selected={kind}
        onSelect={(id) => setKind(id === 'sql' ? 'sql' : 'saved')}
      />
      {kind === 'saved' ? (
        <Combobox
          label={t('column.column')}
          value={typeof column === 'string' ? column : null}
          placeholder={columns.length === 0 ? t('column.none') : t('column.choose')}
          options={columns.map((item) => ({
            value: item.column_name,
            label: item.verbose_name || item.column_name,
            description: item.expression ?? undefined,
            icon: columnIcon(item),
          }))}
          onChange={(value) => typeof value === 'string' && onSave(value)}
        />
      ) : (
        <>
          <TextField label={t('column.expression')} multiline rows={4} value={sql} onChange={setSql} placeholder="UPPER(name)" />
          <TextField label={t('column.label')} value={label} placeholder={sql} onChange={setLabel} />
        </>
      )}
      <div className="explore-editor-actions">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        {kind === 'sql' && (
          <Button kind="primary" type="submit" disabled={!isValid}>
            {t('apply')}
          </Button>
        )}
      </div>
    </form>
  );
}
