import { ConnectorError } from '@orrery/sdk/server';
import type { ConnectionTarget } from './connection-config.ts';

/** Settings every statement runs with, so that it means what it means elsewhere. Servers that lack one do without. */
const STANDARD: Readonly<Record<string, string>> = {
  session_timezone: 'UTC',
  // Times of other zones are printed in UTC.
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: '0',
  output_format_json_quote_denormals: '0',
  // In quotes no digit of a decimal gets lost.
  output_format_json_quote_decimals: '1',
  output_format_json_named_tuples_as_objects: '1',
  // Of a column and an alias of the same name WHERE and GROUP BY mean the column.
  prefer_column_name_to_alias: '1',
  join_use_nulls: '1',
  aggregate_functions_null_for_empty: '1',
  union_default_mode: 'DISTINCT',
  cast_keep_nullable: '1',
  // An error in the midst of a result is told as an error, not as a row.
  http_write_exception_in_output_format: '0',
  // The server stops what nobody waits for.
  cancel_http_readonly_queries_on_client_close: '1',
};

/** What reading needs besides. */
const READING = ['max_execution_time', 'max_result_rows', 'result_overflow_mode'] as const;

/** SQL that asks which settings the server has, and whether its user may change them. */
export function settingsQuestion(target: ConnectionTarget): string {
  const names = ['readonly', ...READING, ...Object.keys(STANDARD), ...Object.keys(target.settings)];
  return `SELECT name, value FROM system.settings WHERE name IN (${names.map((name) => `'${name}'`).join(', ')})`;
}

/** Settings for the statements of one database. */
export interface QuerySettings {
  forRead(timeoutMs: number, maxRows: number): Readonly<Record<string, string>>;
  forWrite(timeoutMs: number): Readonly<Record<string, string>>;
}

/** Reads the answer to {@link settingsQuestion}. Throws ConnectorError for a user who may change no setting. */
export function createQuerySettings(target: ConnectionTarget, known: ReadonlyMap<string, string>): QuerySettings {
  const level = Number(known.get('readonly') ?? 0);
  if (level === 1) {
    throw new ConnectorError('access-denied', `The profile of user "${target.user}" has readonly = 1, which forbids the settings that queries need. Give it readonly = 2, or 0 with the right to SELECT only.`, undefined, ['username']);
  }
  const only = (settings: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(settings).filter(([name]) => known.has(name)));
  const always = only({ ...STANDARD, ...target.settings });
  const limits = (timeoutMs: number): Readonly<Record<string, string>> => only({ max_execution_time: String(Math.max(1, Math.ceil(timeoutMs / 1000))) });
  return {
    forWrite: (timeoutMs) => ({ ...always, ...limits(timeoutMs) }),
    forRead: (timeoutMs, maxRows) => ({
      ...always,
      ...limits(timeoutMs),
      ...only({ max_result_rows: String(Math.max(1, maxRows)), result_overflow_mode: 'break' }),
      // A user who reads only anyway may not say so again.
      ...(level === 0 && { readonly: '1' }),
    }),
  };
}
