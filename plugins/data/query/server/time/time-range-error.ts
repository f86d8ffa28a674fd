/** A time range nobody can read; the text is for the user. */
export class TimeRangeError extends Error {
  override readonly name = 'TimeRangeError';
}
