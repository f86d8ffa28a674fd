import { ConnectorError } from '@orrery/sdk/server';

/** First line of an engine's message, without its class and without hints about settings users cannot change. */
function readable(message: string): string {
  const first = message.split(/\n\s*\n/)[0] ?? message;
  return first.replace(/^(?:Binder|Catalog|Parser|Conversion|Out of Memory|Invalid Input|INTERRUPT|Constraint|IO|Permission|Not implemented|Internal|Out of Range) Error: /i, '').trim();
}

/** Translates what DuckDB throws into the contract's terms. */
export function toEngineError(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const text = readable(message);
  if (/^INTERRUPT Error/i.test(message)) return new ConnectorError('cancelled', 'The query was cancelled.');
  if (/^Out of Memory Error|bad allocation|array buffer allocation failed/i.test(message)) {
    return new ConnectorError('memory', 'The query needs more memory than the engine may use. Ask for fewer rows, columns or groups.');
  }
  if (/^Parser Error/i.test(message)) return new ConnectorError('syntax', text);
  if (/^Catalog Error: Table with name/i.test(message)) return new ConnectorError('missing-table', text);
  if (/^Binder Error: (?:Referenced column|Table ".*" does not have a column)/i.test(message)) return new ConnectorError('missing-column', text);
  if (/^Permission Error/i.test(message)) return new ConnectorError('refused', text);
  return new ConnectorError('engine', text);
}
