/** Up to so many digits a number gives back what it was given. */
const EXACT_DIGITS = 15;
const DECIMAL = /^(-?)0*(\d+)(?:\.(\d*))?$/;

/**
 * Cell of a numeric column from a whole number or decimal as the engine writes it: a number, or its digits as text when a
 * number would lose some of them. Not for floating point numbers, whose texts have digits nobody meant. @public
 */
export function numberCell(text: string): number | string {
  const number = Number(text);
  if (text.length <= EXACT_DIGITS) return number;
  const [, sign = '', whole = '', decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '') return number;
  const fraction = decimals.replace(/0+$/, '');
  const digits = `${sign}${whole}${fraction && `.${fraction}`}`;
  if (fraction === '') return Number.isSafeInteger(number) ? number : digits;
  const isExact = `${whole}${fraction}`.replace(/^0+/, '').length <= EXACT_DIGITS || String(number) === digits;
  return isExact ? number : digits;
}
