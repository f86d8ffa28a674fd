import type { JsonObject, PostProcessingStep } from '@orrery/sdk';
import type { Frame } from '../frame/frame.ts';
import { runSteps } from '../post-processing/run-steps.ts';
import { presentFrame } from '../result/present-frame.ts';
import type { RawItem } from '../result/raw-item.ts';
import { shapeFrame } from '../result/shape-result.ts';

/** What is made of a frame; plain data, for it may travel to a thread. */
export type FrameTask =
  | { readonly kind: 'steps'; readonly steps: readonly PostProcessingStep[] }
  /** `post_processed`: the rows as the chart of `form` shows them; `names` are what people called the columns. */
  | { readonly kind: 'present'; readonly form: JsonObject; readonly names: Readonly<Record<string, string>> };

/** Does a task. Rejects with QueryError for options that do not fit. */
export async function runFrameTask(frame: Frame, task: FrameTask): Promise<RawItem> {
  return shapeFrame(task.kind === 'steps' ? await runSteps(frame, task.steps) : await presentFrame(frame, task.form, task.names));
}
