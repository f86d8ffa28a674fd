import type { Dataset, FormData } from '@orrery/sdk';
import type { Choice, Control, ControlPanel, ControlState } from '@orrery/sdk/viz';
import { resolveControls } from '@orrery/sdk/viz';

/** The choices a control offers in a state. */
export function choicesOf(control: Control, state: ControlState): readonly Choice[] {
  return typeof control.choices === 'function' ? control.choices(state) : (control.choices ?? []);
}

/** Drops what a closed select no longer offers (census CC-15); answers the same value when all is well. */
function keepOffered(control: Control, value: unknown, state: ControlState): unknown {
  if ((control.type !== 'select' && control.type !== 'radio') || control.freeForm) return value;
  const choices = choicesOf(control, state);
  if (choices.length === 0 || value === null || value === undefined) return value;
  const isOffered = (item: unknown) => choices.some((choice) => String(choice.value) === String(item));
  if (!Array.isArray(value)) return isOffered(value) ? value : (control.default ?? null);
  return value.every(isOffered) ? value : value.filter(isOffered);
}

/** Form data with every control of the panel at its saved, computed or default value. Keys of no control are kept. */
export function initControls(panel: ControlPanel, formData: FormData, dataset: Dataset | undefined): FormData {
  let result: FormData = formData;
  for (const { name, control } of resolveControls(panel)) {
    const state: ControlState = { formData: result, dataset };
    const saved = result[name];
    const value = saved === undefined ? (control.initialValue?.(state) ?? control.default) : keepOffered(control, saved, state);
    if (value !== undefined && value !== saved) result = { ...result, [name]: value };
  }
  return result;
}
