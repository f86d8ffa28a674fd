import { joinNamespaces } from './macros/partition-macros.ts';

/** A template whose output expressions pass through the printing macro, and their texts by number. */
export interface RewrittenTemplate {
  readonly text: string;
  readonly expressions: readonly string[];
}

/** Stands before every rewritten template, on its first line so that line numbers stay. Numbers print themselves: only the engine tells 1.0 from 1. */
export const PRINT_MACRO =
  '{%- macro __print(value, at) -%}{%- if value is undefined -%}{{ __undefined(at) }}{%- elif value is number -%}{{ value }}{%- elif value is none -%}None{%- else -%}{{ value|__text }}{%- endif -%}{%- endmacro -%}';

/** True when a text holds anything a template engine would act on. */
export function isTemplate(text: string | null | undefined): text is string {
  return typeof text === 'string' && /\{[{%#]/.test(text);
}

const OPEN = /\{\{|\{%|\{#/g;
/** The attribute Python keeps from templates, and what it is asked of. */
const UNSAFE = /^([\s\S]*?)\.\s*(_\w*)\s*$/;

/** Where a block ends: at its closing mark outside quotes and, for output, outside brackets. -1 when it does not. */
function endOf(source: string, from: number, close: string): number {
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const char = source[at]!;
    if (char === "'" || char === '"') {
      for (at++; at < source.length && source[at] !== char; at++) if (source[at] === '\\') at++;
      continue;
    }
    if (depth <= 0 && source.startsWith(close, at)) return at;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
  }
  return -1;
}

function isPrimary(text: string): boolean {
  const plain = text.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, 'q').replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return /^\s*[\w.]+\s*$/.test(plain);
}

/** Makes every `{{ expression }}` print as Python would, undefined names included. */
export function rewriteTemplate(source: string): RewrittenTemplate {
  const expressions: string[] = [];
  let text = '';
  let done = 0;
  OPEN.lastIndex = 0;
  for (let match = OPEN.exec(source); match; match = OPEN.exec(source)) {
    const start = match.index;
    if (match[0] === '{#') {
      const end = source.indexOf('#}', start + 2);
      if (end < 0) break;
      OPEN.lastIndex = end + 2;
      continue;
    }
    const isOutput = match[0] === '{{';
    const end = endOf(source, start + 2, isOutput ? '}}' : '%}');
    if (end < 0) break;
    OPEN.lastIndex = end + 2;
    if (!isOutput) {
      const code = source.slice(start + 2, end);
      if (!/^[-+]?\s*raw\s*[-+]?$/.test(code)) {
        const joined = joinNamespaces(code);
        if (joined === code) continue;
        text += source.slice(done, start + 2) + joined;
        done = end;
        continue;
      }
      const raw = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
      raw.lastIndex = end;
      if (!raw.exec(source)) break;
      OPEN.lastIndex = raw.lastIndex;
      continue;
    }
    const [, before = '', body = '', after = ''] = /^([-+]?)([\s\S]*?)([-+]?)$/.exec(source.slice(start + 2, end)) ?? [];
    if (body.trim() === '') continue;
    const at = expressions.push(body.trim()) - 1;
    const [, base = '', attribute = ''] = UNSAFE.exec(body) ?? [];
    const printed = attribute && isPrimary(base) ? `__unsafe(${base}, '${attribute}')` : `__print((${joinNamespaces(body)}), ${at})`;
    text += `${source.slice(done, start)}{{${before}${printed}${after}}}`;
    done = end + 2;
  }
  return { text: PRINT_MACRO + text + source.slice(done), expressions };
}
