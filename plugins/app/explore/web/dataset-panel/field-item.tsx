import type { ReactElement } from 'react';
import { Icon } from '@orrery/sdk/ui';
import type { IconName } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { Field } from '../model/fields.ts';
import { startFieldDrag } from './drag-field.ts';

interface FieldItemProps {
  readonly field: Field;
  readonly label: string;
  readonly icon: IconName;
  readonly typeName: string;
  readonly hint: string;
  readonly warning?: string;
  onAdd(field: Field): void;
}

/** A metric or column: drag it onto a control, or press it to add it where it fits. */
export function FieldItem({ field, label, icon, typeName, hint, warning, onAdd }: FieldItemProps): ReactElement {
  const t = useT();
  return (
    <li>
      <button
        type="button"
        className="explore-field"
        draggable
        onDragStart={(event) => startFieldDrag(event, field)}
        onClick={() => onAdd(field)}
        title={hint || undefined}
        aria-label={t('dataset.add', { type: typeName, name: label })}
      >
        <Icon name={icon} size={14} />
        <span className="explore-field-label">{label}</span>
        {warning && (
          <span className="explore-field-warning" title={warning}>
            <Icon name="warning" size={14} />
          </span>
        )}
      </button>
    </li>
  );
}
