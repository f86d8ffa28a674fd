/** Encodes a JSON value as Rison; object keys are sorted (contract §2.1). @public */
export function encodeRison(value: unknown): string {
  if (value === null || value === undefined) return '!n';
  if (value === true) return '!t';
  if (value === false) return '!f';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value).replace('e+', 'e') : '!n';
  if (typeof value === 'string') return encodeText(value);
  if (Array.isArray(value)) return `!(${value.map(encodeRison).join(',')})`;
  const object = value as Record<string, unknown>;
  const keys = Object.keys(object).filter((key) => object[key] !== undefined).sort();
  return `(${keys.map((key) => `${encodeText(key)}:${encodeRison(object[key])}`).join(',')})`;
}

/** A bare identifier must look neither like a number nor like JSON, and must hold no reserved character. */
const BARE = /^[^-0-9[{" '!:(),*@$][^ '!:(),*@$]*$/;

function encodeText(text: string): string {
  return BARE.test(text) ? text : `'${text.replace(/['!]/g, '!$&')}'`;
}
