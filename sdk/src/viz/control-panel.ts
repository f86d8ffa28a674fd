import type { Dataset, FormData } from '@orrery/sdk';

/** @public */
export type ControlType =
  | 'metric' | 'metrics' | 'column' | 'columns' | 'filters' | 'checkbox' | 'select' | 'text' | 'textarea' | 'number'
  | 'slider' | 'radio' | 'color' | 'color-scheme' | 'bounds' | 'currency' | 'time-range' | 'conditional-formatting'
  | 'column-config' | 'order-by' | 'annotation-layers' | 'hidden';

/** @public */
export interface Choice {
  readonly value: string | number | boolean | null;
  readonly label: string;
}

/** What computed parts of a control see. @public */
export interface ControlState {
  readonly formData: FormData;
  readonly dataset?: Dataset;
}

/** A control of Explore. Its value is stored in the form data under its name. @public */
export interface Control {
  readonly type: ControlType | (string & {});
  readonly label: string;
  readonly description?: string;
  readonly default?: unknown;
  /** Computed start value when the form data has none. */
  readonly initialValue?: (state: ControlState) => unknown;
  readonly choices?: readonly Choice[] | ((state: ControlState) => readonly Choice[]);
  readonly multiple?: boolean;
  readonly freeForm?: boolean;
  readonly clearable?: boolean;
  readonly required?: boolean;
  /** A change redraws from the data at hand instead of querying again. */
  readonly renderTrigger?: boolean;
  /** Hidden while false; the value is kept. */
  readonly visible?: (state: ControlState) => boolean;
  /** Answers a message when the value is wrong. */
  readonly validate?: (value: unknown, state: ControlState) => string | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly placeholder?: string;
}

/** A named control in a row. @public */
export interface NamedControl {
  readonly name: string;
  readonly control: Control;
}

/** @public */
export interface ControlSection {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly expanded?: boolean;
  readonly tab: 'data' | 'customize';
  readonly visible?: (state: ControlState) => boolean;
  /** Rows of controls; a string names a shared control of `sharedControls`. */
  readonly rows: readonly (readonly (string | NamedControl)[])[];
}

/** @public */
export interface ControlPanel {
  readonly sections: readonly ControlSection[];
  /** Adapts the form data when the user switches to this viz type from another. */
  readonly onSwitch?: (formData: FormData) => FormData;
}
