// The list and its items only hear drags; every action has a button or a key beside it.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { useState } from 'react';
import type { DragEvent, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { Icon, IconButton, Popover } from '@orrery/sdk/ui';
import type { IconName } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { isFieldDrag, readFieldDrop } from '../dataset-panel/drag-field.ts';
import type { Field } from '../model/fields.ts';

/** One chosen metric, column or filter. */
export interface Pill {
  readonly label: string;
  readonly icon: IconName;
  /** Said beside the label, e.g. that a dashboard brought it. */
  readonly note?: string;
}

interface PillListProps {
  readonly labelId: string;
  readonly label: string;
  readonly pills: readonly Pill[];
  readonly isMultiple: boolean;
  readonly addText: string;
  /** The editor of a pill, or of a new one when `at` is undefined. */
  renderEditor(at: number | undefined, close: () => void): ReactNode;
  onRemove(at: number): void;
  onMove(from: number, to: number): void;
  onDropField(field: Field): void;
}

const PILL = 'application/x-orrery-pill';

/** Chosen items in order: press one to edit it, drag it or use Alt with an arrow to move it, drop fields to add them. */
export function PillList(props: PillListProps): ReactElement {
  const { labelId, label, pills, isMultiple, addText, renderEditor, onRemove, onMove, onDropField } = props;
  const t = useT();
  const [isOver, setIsOver] = useState(false);
  const isPillDrag = (event: DragEvent) => event.dataTransfer.types.includes(`${PILL}-${labelId.replaceAll(/\W/g, '')}`.toLowerCase());
  const pillType = `${PILL}-${labelId.replaceAll(/\W/g, '')}`.toLowerCase();

  const handleDragOver = (event: DragEvent) => {
    if (!isFieldDrag(event) && !isPillDrag(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const handleDrop = (event: DragEvent, at: number) => {
    setIsOver(false);
    const from = event.dataTransfer.getData(pillType);
    event.preventDefault();
    event.stopPropagation();
    if (from !== '') {
      if (Number(from) !== at) onMove(Number(from), Math.min(at, pills.length - 1));
      return;
    }
    const field = readFieldDrop(event);
    if (field) onDropField(field);
  };
  const handleKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.altKey && step !== 0 && at + step >= 0 && at + step < pills.length) {
      event.preventDefault();
      onMove(at, at + step);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(at);
    }
  };

  return (
    <div
      className="explore-pills"
      role="group"
      aria-labelledby={labelId}
      data-over={isOver ? '' : undefined}
      onDragOver={handleDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => handleDrop(event, pills.length)}
    >
      {pills.length > 0 && (
        <ul>
          {pills.map((pill, at) => (
            <li key={`${at}/${pill.label}`} className="explore-pill" onDragOver={handleDragOver} onDrop={(event) => handleDrop(event, at)}>
              <Popover
                label={t('pill.edit', { name: pill.label })}
                trigger={
                  <button
                    type="button"
                    className="explore-pill-main"
                    draggable={pills.length > 1}
                    aria-keyshortcuts={pills.length > 1 ? 'Alt+ArrowUp Alt+ArrowDown Delete' : 'Delete'}
                    onDragStart={(event) => event.dataTransfer.setData(pillType, String(at))}
                    onKeyDown={(event) => handleKey(event, at)}
                  >
                    <Icon name={pill.icon} size={14} />
                    <span className="explore-pill-label">{pill.label}</span>
                    {pill.note && <span className="explore-pill-note">{pill.note}</span>}
                  </button>
                }
              >
                {(close) => renderEditor(at, close)}
              </Popover>
              <IconButton icon="close" size="small" label={t('pill.remove', { name: pill.label })} onClick={() => onRemove(at)} />
            </li>
          ))}
        </ul>
      )}
      {(isMultiple || pills.length === 0) && (
        <Popover
          label={t('pill.add', { control: label })}
          trigger={
            <button type="button" className="explore-pill-add" aria-label={`${addText} – ${t('pill.add', { control: label })}`}>
              <Icon name="plus" size={14} />
              <span>{addText}</span>
            </button>
          }
        >
          {(close) => renderEditor(undefined, close)}
        </Popover>
      )}
    </div>
  );
}
