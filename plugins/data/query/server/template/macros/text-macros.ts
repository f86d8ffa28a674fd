import type { SqlDialect } from '@orrery/sdk/server';
import { strftime, strptime } from '../../time/strftime.ts';
import type { TemplateValue } from '../python-text.ts';
import { pythonText } from '../python-text.ts';
import type { Macro } from './macro.ts';

/** A text as it may stand between quotes. */
function escaped(text: string, dialect: SqlDialect): string {
  const literal = dialect.literal(text);
  return literal.startsWith("'") && literal.endsWith("'") ? literal.slice(1, -1) : text.replaceAll("'", "''");
}

function literalOf(value: TemplateValue, dialect: SqlDialect): string {
  return dialect.literal(value === null || value === undefined ? null : typeof value === 'object' ? pythonText(value) : value);
}

/** Values into SQL (contract §9.2). */
export const textMacros: Readonly<Record<string, Macro>> = {
  // Whoever writes the address chooses the value: it is escaped and part of the cache key wherever it comes from.
  url_param: {
    params: ['param', 'default', 'add_to_cache_keys', 'escape_result'],
    run({ urlParams, dialect }, args, effects) {
      const name = String(args['param']);
      const source = urlParams.find((params) => Object.hasOwn(params, name) && params[name] !== undefined && params[name] !== null);
      const raw = source?.[name] ?? args['default'] ?? null;
      const value = raw === null ? null : typeof raw === 'string' && args['escape_result'] !== false ? escaped(raw, dialect) : typeof raw === 'object' ? pythonText(raw) : (raw as TemplateValue);
      if (args['add_to_cache_keys'] !== false) effects.cacheKeys.push(value);
      return value;
    },
  },
  where_in: {
    params: ['value', 'default_to_none'],
    isFilter: true,
    run({ dialect }, args) {
      const given = args['value'];
      const values = (given === null || given === undefined ? [] : Array.isArray(given) ? given : [given]) as readonly TemplateValue[];
      if (values.length === 0 && args['default_to_none'] === true) return null;
      return `(${values.map((value) => literalOf(value, dialect)).join(', ')})`;
    },
  },
  to_datetime: {
    params: ['value', 'format'],
    isFilter: true,
    run(_, args) {
      const given = args['value'];
      if (given === null || given === undefined) return null;
      const format = String(args['format'] ?? '%Y-%m-%d %H:%M:%S');
      const ms = strptime(String(given), format);
      if (ms === undefined) throw new Error(`time data '${String(given)}' does not match format '${format}'`);
      return strftime(ms, ms % 1000 === 0 ? '%Y-%m-%d %H:%M:%S' : '%Y-%m-%d %H:%M:%S.%f');
    },
  },
};
