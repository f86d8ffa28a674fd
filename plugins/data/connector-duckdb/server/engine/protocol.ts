import type { GenericType } from '@orrery/sdk';
import type { ConnectorError } from '@orrery/sdk/server';

/** A value as it travels from the engine. */
export type Cell = string | number | boolean | null;

/** @see ResultColumn */
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

/**
 * How a file is opened. `read`: analysts, read-only and locked down. `write`: DML by those allowed, locked down.
 * `load`: trusted code, may read files.
 */
export type OpenMode = 'read' | 'write' | 'load';

/** Limits of an engine process. */
export interface EngineLimits {
  readonly threads: number;
  /** DuckDB's own limit, MiB. */
  readonly memoryMb: number;
  /** Resident size at which the process ends itself where the system has no limit, MiB. */
  readonly residentMb: number;
  readonly tempDirectory: string;
}

/** Parent → engine. */
export type EngineRequest =
  | { readonly kind: 'open'; readonly file: string; readonly mode: OpenMode; readonly limits: EngineLimits }
  | { readonly kind: 'query'; readonly id: number; readonly sql: string; readonly maxRows: number; readonly admit: boolean }
  | { readonly kind: 'describe'; readonly id: number; readonly sql: string; readonly admit: boolean }
  | { readonly kind: 'rewrite'; readonly id: number; readonly sql: string; readonly replacements: Readonly<Record<string, string>> }
  | { readonly kind: 'script'; readonly id: number; readonly statements: readonly string[] }
  | { readonly kind: 'ack'; readonly id: number }
  | { readonly kind: 'cancel'; readonly id: number };

/** Engine → parent. */
export type EngineReply =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'open' }
  | { readonly kind: 'openFailed'; readonly code: ConnectorError['code']; readonly message: string }
  | { readonly kind: 'rows'; readonly id: number; readonly columns?: readonly WireColumn[]; readonly batch?: WireBatch; readonly done: boolean }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly code: ConnectorError['code']; readonly message: string };

/** Batches an engine sends before it waits for an acknowledgement. */
export const BATCHES_IN_FLIGHT = 4;
