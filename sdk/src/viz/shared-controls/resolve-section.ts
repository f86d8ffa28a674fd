import type { ControlPanel, ControlSection, NamedControl } from '../control-panel.ts';
import { findSharedControl } from './shared-controls.ts';

/** The rows of a section with shared controls looked up. Names nobody knows are left out. @public */
export function resolveSection(section: ControlSection): readonly (readonly NamedControl[])[] {
  return section.rows
    .map((row) =>
      row.flatMap((item) => {
        if (typeof item !== 'string') return [item];
        const control = findSharedControl(item);
        return control ? [{ name: item, control }] : [];
      }),
    )
    .filter((row) => row.length > 0);
}

/** All controls of a panel in order; a name that occurs twice counts once. @public */
export function resolveControls(panel: ControlPanel): readonly NamedControl[] {
  const byName = new Map<string, NamedControl>();
  for (const section of panel.sections) {
    for (const named of resolveSection(section).flat()) if (!byName.has(named.name)) byName.set(named.name, named);
  }
  return [...byName.values()];
}
