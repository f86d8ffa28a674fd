import type { GenericType } from '@orrery/sdk';
import type { Cell } from '../frame/frame.ts';

/** Some rows of a result, by column. */
export interface TableBatch {
  readonly columns: readonly (readonly Cell[])[];
  readonly rowCount: number;
}

/** A result that is read once, batch by batch; only the batch in hand is in memory. */
export interface TableStream {
  readonly names: readonly string[];
  readonly types: readonly (GenericType | undefined)[];
  readonly batches: AsyncIterable<TableBatch>;
}
