import { createToken } from '@orrery/sdk';
import type { ChartDataResult, QueryContext, User } from '@orrery/sdk';

/**
 * Server service: answers query contexts. `POST /api/v1/chart/data` takes one; `POST /api/v1/chart/data/batch` takes
 * `{ queries: QueryContext[] }` and streams `application/x-ndjson` lines `{ index, status, body }` as each is done,
 * `body` being what `/chart/data` would have answered. Equal contexts in flight are executed once.
 */
export interface QueryService {
  /** Throws HttpError with the contract's body. The caller's rights are checked. */
  run(context: QueryContext, user: User, signal: AbortSignal): Promise<readonly ChartDataResult[]>;
}
export const QueryService = createToken<QueryService>('query', 'QueryService', 1);

/** One line of the batch answer. */
export interface BatchLine {
  readonly index: number;
  readonly status: number;
  readonly body: { readonly result?: readonly ChartDataResult[]; readonly message?: unknown; readonly errors?: readonly unknown[] };
}
