/** Values as macros and templates exchange them. */
export type TemplateValue = string | number | boolean | null | undefined | readonly TemplateValue[] | { readonly [key: string]: TemplateValue };

/** How maps of known keys are printed: in the order they were made, or as an object of a class. */
export interface MapShape {
  readonly keys: readonly string[];
  readonly className?: string;
}

/** Name of a map's shape. */
export function shapeName(keys: readonly string[]): string {
  return [...keys].sort().join('\u0000');
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

/** A value inside a list or map, as Python prints it. */
function inner(value: unknown, shapes: ReadonlyMap<string, MapShape>): string {
  return typeof value === 'string' ? quoted(value) : pythonText(value, shapes);
}

/** A value as the reference's templates print it: Python's words, quotes and order. */
export function pythonText(value: unknown, shapes: ReadonlyMap<string, MapShape> = new Map()): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((item) => inner(item, shapes)).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = new Map<string, unknown>(value instanceof Map ? (value as Map<string, unknown>) : Object.entries(value));
  const shape = shapes.get(shapeName([...entries.keys()]));
  const keys = shape?.keys ?? [...entries.keys()];
  if (shape?.className) return `${shape.className}(${keys.map((key) => `${key}=${inner(entries.get(key), shapes)}`).join(', ')})`;
  return `{${keys.map((key) => `${inner(key, shapes)}: ${inner(entries.get(key), shapes)}`).join(', ')}}`;
}

/** Name of a value's type in Python. */
export function pythonType(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}
