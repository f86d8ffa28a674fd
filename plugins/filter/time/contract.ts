import type { ComponentType } from 'react';
import { createToken } from '@orrery/sdk';

export interface TimeRangeEditorProps {
  readonly label: string;
  /** A time range of the contract's grammar (contract §5), e.g. `Last week`, `2024-01-01 : 2024-02-01`; `No filter` or empty for none. */
  readonly value: string;
  onChange(value: string): void;
  /** Id of an element that labels it; then `label` is not drawn. */
  readonly labelId?: string;
}

/** Web service: the control to choose a time range with, for filters, Explore and others. */
export type TimeRangeEditor = ComponentType<TimeRangeEditorProps>;
export const TimeRangeEditor = createToken<TimeRangeEditor>('filter-time', 'TimeRangeEditor', 1);
