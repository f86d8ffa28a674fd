import type { FormData } from '@orrery/sdk';
import type { ControlPanel } from '@orrery/sdk/viz';
import type { ChartEntry } from '../lifecycle/chart-slice.ts';

/** Controls shared by many viz types that never change a query. */
const LOOKS = ['color_scheme', 'label_colors', 'number_format', 'y_axis_format', 'currency_format', 'x_axis_time_format', 'date_format'];

/**
 * The form data to draw the results at hand with: the current one when it asks the same question; else that of the
 * results, with what only affects looks taken from the current one, so that results never meet settings they do not fit.
 */
export function drawingFormData(entry: ChartEntry, current: FormData, currentKey: string | undefined, panel: ControlPanel | undefined): FormData {
  const queried = entry.queriedFormData;
  if (!queried || (currentKey !== undefined && entry.answeredKey === currentKey && queried.viz_type === current.viz_type)) return current;
  if (queried.viz_type !== current.viz_type) return queried;
  const names = [...LOOKS, ...(panel ? lookControls(panel) : [])].filter((name) => name in current && current[name] !== queried[name]);
  return names.length === 0 ? queried : { ...queried, ...Object.fromEntries(names.map((name) => [name, current[name]])) };
}

const known = new WeakMap<ControlPanel, readonly string[]>();

/** Names of the panel's own controls that redraw without a query. */
function lookControls(panel: ControlPanel): readonly string[] {
  let names = known.get(panel);
  if (!names) {
    names = panel.sections.flatMap((section) =>
      section.rows.flat().flatMap((item) => (typeof item !== 'string' && item.control.renderTrigger ? [item.name] : [])),
    );
    known.set(panel, names);
  }
  return names;
}
