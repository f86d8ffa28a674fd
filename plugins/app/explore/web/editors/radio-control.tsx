import type { ReactElement } from 'react';
import { RadioGroup } from '@orrery/sdk/ui';
import type { Choice } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';
import { choiceValue } from './choice-value.ts';

/** One of a few. */
export function RadioControl({ control, value, onChange }: ControlProps): ReactElement {
  const choices = (control.choices ?? []) as readonly Choice[];
  return (
    <RadioGroup
      label={control.label}
      hideLabel
      orientation="horizontal"
      value={String(value ?? control.default ?? '')}
      options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
      onChange={(text) => onChange(choiceValue(text, choices))}
    />
  );
}
