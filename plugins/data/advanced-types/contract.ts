import { createToken } from '@orrery/sdk';

/** One number, or all from `start` to `end`. Addresses are up to 128 bits wide. */
export type AdvancedValue = bigint | { readonly start: bigint; readonly end: bigint };

/** What the values someone typed mean. */
export interface AdvancedConversion {
  readonly display_value: string;
  /** Empty when all could be read. */
  readonly error_message: string;
  /** Names of the filter operators that make sense. */
  readonly valid_filter_operators: readonly string[];
  readonly values: readonly (AdvancedValue | readonly AdvancedValue[])[];
}

/** Server service: reads values of advanced data types. */
export interface AdvancedTypes {
  readonly names: readonly string[];
  /** Undefined for a type that does not exist. */
  convert(type: string, values: readonly (string | number)[]): AdvancedConversion | undefined;
}
export const AdvancedTypes = createToken<AdvancedTypes>('advanced-types', 'AdvancedTypes', 1);
