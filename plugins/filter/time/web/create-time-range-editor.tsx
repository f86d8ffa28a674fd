import { useId } from 'react';
import { Button, Popover } from '@orrery/sdk/ui';
import type { PluginContext } from '@orrery/sdk/web';
import type { TimeRangeEditor, TimeRangeEditorProps } from '../contract.ts';
import { TimeRangeForm } from './time-range-form.tsx';
import { describeTimeRange } from './time-range.ts';

/** The editor: a button that says the range in force and opens the choices. Drawn inside other plugins' pages, hence bound to its own context. */
export function createTimeRangeEditor(ctx: PluginContext): TimeRangeEditor {
  const t = (key: string, args?: Readonly<Record<string, string>>) => ctx.i18n.t(key, args);
  return function TimeRangeEditorField({ label, value, onChange, labelId }: TimeRangeEditorProps) {
    const id = useId();
    const nameId = labelId ?? `${id}-label`;
    const text = describeTimeRange(value, t);
    return (
      <div className="filter-time-editor" data-plugin="filter-time">
        {labelId === undefined && (
          <span id={nameId} className="filter-time-label">
            {label}
          </span>
        )}
        <Popover
          label={label}
          placement="bottom-start"
          trigger={
            <Button icon="calendar" id={`${id}-value`} className="filter-time-button" aria-labelledby={`${nameId} ${id}-value`}>
              <span className="filter-time-value">{text}</span>
            </Button>
          }
        >
          {(close) => (
            <TimeRangeForm
              t={t}
              value={value}
              onChoose={(next) => {
                onChange(next);
                close();
              }}
            />
          )}
        </Popover>
      </div>
    );
  };
}
