import type { NumberFormat } from '../format/number-format.ts';

/** Decimals that a format forces on round numbers: `0.0`, `$5.00G`. */
const FORCED_DECIMALS = /(\d)\.0+(?!\d)/;

/** Texts of value ticks: forced decimals go where no tick needs them, and zero is a plain zero in the same unit. */
export function tickLabels(values: readonly number[], format: NumberFormat): readonly string[] {
  const texts = values.map((value) => format(value));
  const isRound = texts.every((text) => !/\.\d*[1-9]/.test(text));
  return texts.map((text, at) => {
    const isZero = values[at] === 0;
    const short = isRound || isZero ? text.replace(FORCED_DECIMALS, '$1') : text;
    return isZero ? short.replace(/^[+-]/, '') : short;
  });
}
