/** A tick of an axis: its place in px along the axis, and its text. */
export interface Tick {
  readonly at: number;
  readonly label: string;
  /** The text in lines, where it had to be wrapped. */
  readonly lines?: readonly string[];
}
