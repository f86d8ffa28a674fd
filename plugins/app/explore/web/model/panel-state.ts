import type { ControlPanel, ControlSection, ControlState, NamedControl } from '@orrery/sdk/viz';
import { resolveSection } from '@orrery/sdk/viz';

/** A section with the rows that are to be seen now. */
export interface VisibleSection {
  readonly section: ControlSection;
  readonly rows: readonly (readonly NamedControl[])[];
}

const isShown = ({ control }: NamedControl, state: ControlState) => control.type !== 'hidden' && (control.visible?.(state) ?? true);

/** What of a panel is to be seen in a state; empty sections are left out. */
export function visibleSections(panel: ControlPanel, state: ControlState): readonly VisibleSection[] {
  return panel.sections
    .filter((section) => section.visible?.(state) ?? true)
    .map((section) => ({ section, rows: resolveSection(section).map((row) => row.filter((item) => isShown(item, state))).filter((row) => row.length > 0) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Controls to be seen now, each once. */
export function visibleControls(panel: ControlPanel, state: ControlState): readonly NamedControl[] {
  const byName = new Map(visibleSections(panel, state).flatMap(({ rows }) => rows.flat()).map((named) => [named.name, named]));
  return [...byName.values()];
}
