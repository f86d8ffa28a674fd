/** Label, and description when there is one, of a control in Explore's catalogue. @public */
export function controlText(name: string, hasDescription = false): { label: string; description?: string } {
  const label = `%control.${name}.label%`;
  return hasDescription ? { label, description: `%control.${name}.description%` } : { label };
}
