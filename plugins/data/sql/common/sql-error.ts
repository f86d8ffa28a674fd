/**
 * `syntax`: not SQL of the engine. `incomplete`: SQL that could not be read to its last word. `sub-query`, `function`:
 * forbidden inside an expression. `too-long`, `too-complex`: beyond what is read. `refused`: never allowed. `empty`: nothing there.
 */
export type SqlErrorCode = 'syntax' | 'incomplete' | 'sub-query' | 'function' | 'too-long' | 'too-complex' | 'refused' | 'empty';

/** Where an error is; both count from 1, the column being that of the last character of `near`. */
export interface SqlErrorPlace {
  readonly line: number;
  readonly column: number;
  readonly near: string;
}

/** Why a text was not accepted; messages may be shown to whoever wrote it. */
export class SqlError extends Error {
  readonly code: SqlErrorCode;
  readonly place: SqlErrorPlace | undefined;
  constructor(code: SqlErrorCode, message: string, place?: SqlErrorPlace) {
    super(message);
    this.name = 'SqlError';
    this.code = code;
    this.place = place;
  }
}
