// The editor comes from a registry and stays the same component until its plugin goes.
/* oxlint-disable react/static-components */
import { useId } from 'react';
import type { ReactElement } from 'react';
import { Icon, Tooltip } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { ControlState, NamedControl } from '@orrery/sdk/viz';
import { choicesOf } from '../model/init-controls.ts';
import { useText } from '../state/use-text.ts';
import { useControlEditor } from './use-control-editor.ts';
import { useFormatChoices } from './use-format-choices.ts';

interface ControlViewProps extends NamedControl {
  readonly state: ControlState;
  readonly error?: string;
  onChange(name: string, value: unknown): void;
  onFocus(name: string): void;
}

/** Controls that write their label beside themselves. */
const SELF_LABELLED: ReadonlySet<string> = new Set(['checkbox']);

/** A control: its label, what it is for, what is wrong with it, and its editor. */
export function ControlView({ name, control, state, error, onChange, onFocus }: ControlViewProps): ReactElement {
  const t = useT();
  const text = useText();
  const labelId = useId();
  const Editor = useControlEditor(control.type);
  const label = text(control.label);
  const description = control.description && text(control.description);
  const own = choicesOf(control, state);
  const formats = useFormatChoices(own);
  const choices = [...own.map((choice) => ({ ...choice, label: text(choice.label) })), ...formats];
  const resolved = {
    ...control,
    label,
    description,
    ...(control.choices ? { choices } : {}),
    ...(control.placeholder ? { placeholder: text(control.placeholder) } : {}),
  };
  const message = error && text(error);
  return (
    <div className="explore-control" data-control={name} data-invalid={message ? '' : undefined} onFocusCapture={() => onFocus(name)}>
      {!SELF_LABELLED.has(control.type) && (
        <div className="explore-control-header">
          <span id={labelId} className="explore-control-label">
            {label}
          </span>
          {control.required && (
            <span className="explore-control-required" aria-hidden="true">
              *
            </span>
          )}
          {description && (
            <Tooltip text={description}>
              <button type="button" className="explore-control-help" aria-label={t('control.help', { control: label, description })}>
                <Icon name="info" size={14} />
              </button>
            </Tooltip>
          )}
        </div>
      )}
      {Editor && (
        <Editor
          name={name}
          control={resolved}
          value={state.formData[name]}
          state={state}
          error={message}
          labelId={labelId}
          onChange={(value: unknown) => onChange(name, value)}
        />
      )}
      {Editor === null && <p className="explore-control-error">{t('control.unknown-type', { type: control.type })}</p>}
      {message && (
        <p className="explore-control-error" role="alert">
          <Icon name="error" size={14} /> {t('control.invalid', { control: label, problem: message })}
        </p>
      )}
    </div>
  );
}
