/** A query that cannot be answered as asked; becomes the contract's flat 400 body. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}
