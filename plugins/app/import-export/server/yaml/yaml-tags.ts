import { Scalar } from 'yaml';
import type { ScalarTag } from 'yaml';

const TAG = 'tag:yaml.org,2002:';

function tag(name: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag {
  return { tag: `${TAG}${name}`, default: true, test, resolve };
}

/** `1_000` and `-0b101` as numbers. */
function integer(text: string, radix: number, prefix: number): number {
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * Number.parseInt(text.replace(/^[-+]/, '').slice(prefix).replaceAll('_', ''), radix);
}

/** `1:30` is ninety. */
function sexagesimal(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * text.replace(/^[-+]/, '').replaceAll('_', '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function float(text: string): number {
  const plain = text.replaceAll('_', '').toLowerCase();
  if (plain.endsWith('.nan')) return Number.NaN;
  if (plain.endsWith('.inf')) return plain.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(plain);
}

/**
 * What plain scalars mean to PyYAML, which wrote the bundles. The library's own YAML 1.1 differs where it hurts: it reads `y`
 * (a chart's axis) as true, `08901` (a label) as a number, and `1e5` as a float. Dates stay text, as JSON has none.
 */
export const PYYAML_SCALARS: readonly ScalarTag[] = [
  tag('null', /^(?:~|null|Null|NULL)?$/, () => null),
  tag('bool', /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, () => true),
  tag('bool', /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, () => false),
  tag('int', /^[-+]?0b[01_]+$/, (text) => integer(text, 2, 2)),
  tag('int', /^[-+]?0[0-7_]+$/, (text) => integer(text, 8, 1)),
  tag('int', /^[-+]?(?:0|[1-9][0-9_]*)$/, (text) => integer(text, 10, 0)),
  tag('int', /^[-+]?0x[0-9a-fA-F_]+$/, (text) => integer(text, 16, 2)),
  tag('int', /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+$/, sexagesimal),
  tag('float', /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)$/, float),
  tag('float', /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/, sexagesimal),
  tag('float', /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/, float),
];

/** Numbers as PyYAML reads them back: `1e+21` needs a point to be one. */
export const PYYAML_NUMBER: ScalarTag = {
  tag: `${TAG}float`,
  default: true,
  identify: (value) => typeof value === 'number',
  test: /^$(?!)/,
  resolve: (text) => new Scalar(text),
  stringify({ value }) {
    const number = value as number;
    if (!Number.isFinite(number)) return Number.isNaN(number) ? '.nan' : number < 0 ? '-.inf' : '.inf';
    const text = String(number);
    return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
  },
};

/** Characters PyYAML takes for line breaks, or refuses, where the library leaves them as they are; and `=` and `<<`, which mean something else to it. */
const DELICATE = /^(?:=|<<)$|[\t\u007f-\u009f\u2028\u2029\ufeff]/;

/** Texts with {@link DELICATE} characters, in double quotes with those escaped. */
export const PYYAML_TEXT: ScalarTag = {
  tag: `${TAG}str`,
  default: true,
  identify: (value) => typeof value === 'string' && DELICATE.test(value),
  test: /^$(?!)/,
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
};
