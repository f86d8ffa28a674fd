import type { TrinoColumn } from '../result/column-types.ts';

/** Why a statement failed, in the coordinator's words. */
export interface TrinoFailure {
  readonly message?: string;
  readonly errorCode?: number;
  readonly errorName?: string;
  readonly errorType?: string;
}

/** One answer of the coordinator. */
export interface TrinoPage {
  readonly id?: string;
  readonly nextUri?: string;
  readonly columns?: readonly TrinoColumn[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: TrinoFailure;
}

const LONG_NUMBER = /\d{16}/;
const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d{16,}(?![\w.])/g;

/** Reads an answer; whole numbers too long for a number become texts and keep their digits. */
export function parsePage(json: string): TrinoPage {
  const safe = LONG_NUMBER.test(json) ? json.replace(TEXT_OR_LONG, (piece) => (piece.startsWith('"') ? piece : `"${piece}"`)) : json;
  return JSON.parse(safe) as TrinoPage;
}
