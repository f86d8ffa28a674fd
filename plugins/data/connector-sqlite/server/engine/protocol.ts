import type { GenericType } from '@orrery/sdk';
import type { ConnectorErrorCode } from '@orrery/sdk/server';

/** A value as it travels from the engine. */
export type Cell = string | number | boolean | null;

export interface WireColumn {
  readonly name: string;
  readonly type: string;
  readonly generic: GenericType;
}

/** Rows by column. */
export interface WireBatch {
  readonly columns: readonly (readonly Cell[])[];
  readonly rowCount: number;
}

/** Parent → process. A process has one file and runs one query at a time. */
export type EngineRequest =
  | { readonly kind: 'open'; readonly file: string; readonly isWritable: boolean; readonly heapBytes: number }
  | { readonly kind: 'query'; readonly sql: string; readonly maxRows: number }
  | { readonly kind: 'ack' }
  | { readonly kind: 'cancel' };

/** Process → parent. */
export type EngineReply =
  | { readonly kind: 'open' }
  | { readonly kind: 'rows'; readonly columns?: readonly WireColumn[]; readonly batch?: WireBatch; readonly isDone: boolean; /** The statement was left before its end and still holds its lock on the file. */ readonly isCut?: true }
  | { readonly kind: 'failed'; readonly code: ConnectorErrorCode; readonly message: string };

/** Batches a process sends before it waits for an acknowledgement. */
export const BATCHES_IN_FLIGHT = 4;
