import type { Control, ControlPanel } from '@orrery/sdk/viz';
import { findSharedControl } from '@orrery/sdk/viz';

/** Everything wrong with a control panel, in words. */
export function checkControlPanel({ sections }: ControlPanel): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const once = (kind: string, name: string): void => {
    if (name === '' || seen.has(`${kind} ${name}`)) problems.push(name === '' ? `A ${kind} has no name` : `The ${kind} "${name}" occurs twice`);
    seen.add(`${kind} ${name}`);
  };
  if (sections.length === 0) problems.push('There is no section');
  for (const section of sections) {
    once('section', section.id);
    if (!section.label) problems.push(`Section "${section.id}" has no label`);
    if (section.rows.length === 0) problems.push(`Section "${section.id}" is empty`);
    for (const item of section.rows.flat()) {
      const name = typeof item === 'string' ? item : item.name;
      const control = typeof item === 'string' ? findSharedControl(item) : item.control;
      once('control', name);
      if (!control) problems.push(`"${name}" is no shared control`);
      else problems.push(...checkControl(name, control));
    }
  }
  return problems;
}

function checkControl(name: string, { type, label, choices, min, max }: Control): string[] {
  const problems = [];
  if (!type) problems.push(`Control "${name}" has no type`);
  if (!label && type !== 'hidden') problems.push(`Control "${name}" has no label`);
  if (Array.isArray(choices) && new Set(choices.map((choice: { value: unknown }) => choice.value)).size < choices.length) problems.push(`Control "${name}" offers a value twice`);
  if (min !== undefined && max !== undefined && min > max) problems.push(`Control "${name}" has a minimum above its maximum`);
  return problems;
}
