import type { Control } from '../control-panel.ts';
import { appearanceControls } from './appearance-controls.ts';
import { axisControls } from './axis-controls.ts';
import { queryControls } from './query-controls.ts';
import { timeControls } from './time-controls.ts';

/** Name of a control every viz type may use by a mere string. @public */
export type SharedControlName = keyof typeof queryControls | keyof typeof timeControls | keyof typeof axisControls | keyof typeof appearanceControls;

/**
 * Controls that many viz types share, by the name their value has in the form data. A variant is made by spreading:
 * `{ name: 'metrics', control: { ...sharedControls.metrics, visible: isAggregateMode } }`.
 * @public
 */
export const sharedControls: Readonly<Record<SharedControlName, Control>> = {
  ...queryControls,
  ...timeControls,
  ...axisControls,
  ...appearanceControls,
};

/** Looks a shared control up by a name from elsewhere. @public */
export function findSharedControl(name: string): Control | undefined {
  return (sharedControls as Readonly<Record<string, Control | undefined>>)[name];
}
