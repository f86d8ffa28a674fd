import type { ReactElement } from 'react';
import { Combobox, Select } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import type { Choice } from '@orrery/sdk/viz';
import { ensureArray } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';
import { choiceValue } from './choice-value.ts';

/** Closed lists up to this long are a plain select. */
const SHORT = 8;

/** One or several of a list, or typed freely where the control allows it. */
export function SelectControl({ control, value, labelId, onChange }: ControlProps): ReactElement {
  const t = useT();
  const choices = (control.choices ?? []) as readonly Choice[];
  const isClearable = control.clearable !== false;
  const chosen = ensureArray(value).map(String);
  const options = choices.map((choice) => ({ value: String(choice.value), label: choice.label }));
  if (!control.multiple && !control.freeForm && options.length <= SHORT) {
    const isOffered = options.some((option) => option.value === chosen[0]);
    const none = isClearable || !isOffered ? [{ value: '', label: t(isClearable ? 'none' : 'choose') }] : [];
    const own = choices.some((choice) => choice.value === null) ? [] : none;
    return (
      <Select
        label={control.label}
        hideLabel
        value={isOffered ? (chosen[0] ?? '') : String(value ?? '')}
        options={[...own, ...options]}
        onChange={(text) => onChange(text === '' ? null : choiceValue(text, choices))}
      />
    );
  }
  const missing = chosen.filter((text) => !options.some((option) => option.value === text)).map((text) => ({ value: text, label: text }));
  return (
    <Combobox
      label={control.label}
      labelId={labelId}
      multiple={control.multiple === true}
      creatable={control.freeForm === true}
      clearable={isClearable}
      placeholder={control.placeholder ?? t(control.freeForm ? 'choose-or-type' : 'choose')}
      value={control.multiple ? chosen : (chosen[0] ?? null)}
      options={[...options, ...missing]}
      onChange={(next) => {
        if (Array.isArray(next)) onChange(next.map((text: string) => choiceValue(text, choices)));
        else onChange(typeof next === 'string' ? choiceValue(next, choices) : null);
      }}
    />
  );
}
