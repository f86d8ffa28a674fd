import type { DataMask } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import type { FilterInputProps, FilterTypeCode } from '../../../app/dashboard/contract.ts';
import type { TimeRangeEditor } from '../contract.ts';
import { NO_FILTER, describeTimeRange, parseTimeRange } from './time-range.ts';

/** The native filter `filter_time`: a time range for every chart that has one. */
export function createTimeFilter({ i18n }: PluginContext, Editor: TimeRangeEditor): FilterTypeCode {
  const describe = (value: unknown) => describeTimeRange(value, (key, args) => i18n.t(key, args));
  return {
    Input({ filter, value, onChange, labelId }: FilterInputProps) {
      return (
        <Editor
          label={filter.name}
          labelId={labelId}
          value={typeof value === 'string' ? value : NO_FILTER}
          onChange={(next) => onChange(next === NO_FILTER ? null : next)}
        />
      );
    },
    toDataMask(value): DataMask {
      if (parseTimeRange(value).kind === 'none') return { extraFormData: {}, filterState: { value: null, label: '' } };
      return { extraFormData: { time_range: String(value) }, filterState: { value, label: describe(value) } };
    },
    describe: (value, filter) => `${filter.name}: ${describe(value)}`,
  };
}
