import type { Column } from '../frame/frame.ts';
import type { ItemHead } from '../result/raw-item.ts';
import type { FrameTask } from './frame-task.ts';

/** Main → thread: the columns of a frame one after the other, then what to do with them. */
export type FrameMessage =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'run'; readonly rowCount: number; readonly task: FrameTask };

/** Thread → main. */
export type FrameReply =
  | { readonly kind: 'done'; readonly head: ItemHead; readonly data: Uint8Array }
  /** `isOurs`: the message is meant for whoever asked. */
  | { readonly kind: 'failed'; readonly message: string; readonly isOurs: boolean };
