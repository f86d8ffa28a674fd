/** The text of a value somebody sent. `String` would call an object's own `toString`, which JSON can make anything but a function. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
