import type { FormData } from '@orrery/sdk';
import type { ControlPanel } from '@orrery/sdk/viz';
import { resolveControls } from '@orrery/sdk/viz';
import { areEqual } from './equal-values.ts';

function drawingControls(panel: ControlPanel): ReadonlySet<string> {
  return new Set(resolveControls(panel).filter(({ control }) => control.renderTrigger).map(({ name }) => name));
}

/** The data at hand drawn with today's looks: what was queried, with the values of controls that only affect drawing. */
export function drawnFormData(panel: ControlPanel, queried: FormData, current: FormData): FormData {
  const looks = [...drawingControls(panel)].map((name) => [name, current[name]] as const);
  return { ...queried, ...Object.fromEntries(looks) };
}

/** True when a control that needs a new query has changed since the last one. */
export function needsQuery(panel: ControlPanel, queried: FormData, current: FormData): boolean {
  const looks = drawingControls(panel);
  const names = new Set([...Object.keys(queried), ...Object.keys(current)]);
  return [...names].some((name) => !looks.has(name) && !areEqual(queried[name], current[name]));
}
