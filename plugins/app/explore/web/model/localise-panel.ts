import type { Choice, Control, ControlPanel, ControlState } from '@orrery/sdk/viz';

type Translate = (key: string) => string;

/** A text of the viz plugin itself; keys it does not have stay for Explore's catalogue. */
function own(text: string, t: Translate): string {
  const key = /^%([\w.~-]+)%$/.exec(text)?.[1];
  if (key === undefined) return text;
  const found = t(key);
  return found === key ? text : found;
}

function localiseControl(control: Control, t: Translate): Control {
  const { choices } = control;
  const translate = (list: readonly Choice[]) => list.map((choice) => ({ ...choice, label: own(choice.label, t) }));
  return {
    ...control,
    label: own(control.label, t),
    ...(control.description ? { description: own(control.description, t) } : {}),
    ...(control.placeholder ? { placeholder: own(control.placeholder, t) } : {}),
    ...(choices ? { choices: typeof choices === 'function' ? (state: ControlState) => translate(choices(state)) : translate(choices) } : {}),
  };
}

/** The panel with the viz plugin's own texts in place of their keys. */
export function localisePanel(panel: ControlPanel, t: Translate): ControlPanel {
  return {
    ...panel,
    sections: panel.sections.map((section) => ({
      ...section,
      label: own(section.label, t),
      ...(section.description ? { description: own(section.description, t) } : {}),
      rows: section.rows.map((row) => row.map((item) => (typeof item === 'string' ? item : { ...item, control: localiseControl(item.control, t) }))),
    })),
  };
}
