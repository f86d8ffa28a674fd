import type { FieldInfo } from '../result/column-types.ts';
import type { Session } from './session.ts';

type Row = readonly unknown[];

const BATCH_ROWS = 8192;
/** Bytes of one batch; larger pieces would keep the process from answering others. */
const BATCH_BYTES = 1_000_000;
/** Rows beyond the wanted ones that are cheaper to read and drop than to stop the statement for. */
const SPARE_ROWS = 10_000;

/** Takes the rows of a running statement in batches; the server waits while nobody asks. */
export class RowReader {
  fields: readonly FieldInfo[] = [];
  /** True when every wanted row was handed out and the server is done. */
  isDone = false;
  private readonly session: Session;
  private readonly maxRows: number;
  private rows: Row[] = [];
  private taken = 0;
  private spare = 0;
  private bytesAt = 0;
  private hasEnded = false;
  private failure: unknown;
  private wake: (() => void) | undefined;

  constructor(session: Session, sql: string, maxRows: number) {
    this.session = session;
    this.maxRows = maxRows;
    const query = session.connection.query({ sql, rowsAsArray: true });
    query.on('fields', (fields: unknown) => {
      if (Array.isArray(fields)) this.fields = fields as readonly FieldInfo[];
    });
    query.on('result', (row: unknown) => this.take(row));
    query.on('error', (error: unknown) => {
      this.failure = error;
      this.wake?.();
    });
    query.on('end', () => {
      this.hasEnded = true;
      this.wake?.();
    });
  }

  /** The next rows; none at the end. */
  async next(): Promise<readonly Row[]> {
    this.session.connection.resume();
    while (!this.isBatch() && !this.hasEnded && this.failure === undefined) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.failure !== undefined) throw this.failure as Error;
    const batch = this.rows;
    this.rows = [];
    this.bytesAt = this.session.bytes;
    this.isDone = this.hasEnded;
    return batch;
  }

  private isBatch(): boolean {
    return this.rows.length >= BATCH_ROWS || (this.rows.length > 0 && this.session.bytes - this.bytesAt >= BATCH_BYTES);
  }

  private take(row: unknown): void {
    // A statement without a result answers an object that tells of its effect.
    if (!Array.isArray(row)) return;
    if (this.taken < this.maxRows) {
      this.taken++;
      this.rows.push(row as Row);
      this.session.checkBytes();
      if (this.isBatch()) {
        this.session.connection.pause();
        this.wake?.();
      }
    } else if (++this.spare === SPARE_ROWS) {
      this.hasEnded = true;
      this.session.abandon();
      this.wake?.();
    }
  }
}
