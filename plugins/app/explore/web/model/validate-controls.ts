import type { Dataset, FormData } from '@orrery/sdk';
import type { ControlPanel } from '@orrery/sdk/viz';
import { notEmpty } from '@orrery/sdk/viz';
import { visibleControls } from './panel-state.ts';

/** Messages of the visible controls by name; empty when the chart can run. */
export function validateControls(panel: ControlPanel, formData: FormData, dataset: Dataset | undefined): Readonly<Record<string, string>> {
  const state = { formData, dataset };
  const errors: Record<string, string> = {};
  for (const { name, control } of visibleControls(panel, state)) {
    const validate = control.validate ?? (control.required ? notEmpty : undefined);
    const message = validate?.(formData[name], state);
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}
