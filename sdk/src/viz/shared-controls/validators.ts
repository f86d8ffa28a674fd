/*
 * Validators answer a text of Explore's catalogue as `%key%`, or `%key:value%` when the text takes a {{value}}.
 * The wording is the product's: 'cannot be empty', 'is expected to be an integer', 'Value cannot exceed %s'.
 */
import type { Control } from '../control-panel.ts';

/** What a control's `validate` is. @public */
export type Validate = NonNullable<Control['validate']>;

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

/** @public */
export const notEmpty: Validate = (value) =>
  isBlank(value) || (Array.isArray(value) && value.length === 0) ? '%validation.empty%' : undefined;

/** Empty is fine. @public */
export const isInteger: Validate = (value) =>
  isBlank(value) || (!Number.isNaN(Number(value)) && Number.isInteger(Number(value))) ? undefined : '%validation.integer%';

/** Empty is fine. @public */
export const isNumber: Validate = (value) => (isBlank(value) || !Number.isNaN(Number(value)) ? undefined : '%validation.number%');

/** Empty is fine. @public */
export const isPositive: Validate = (value) => (isBlank(value) || Number(value) > 0 ? undefined : '%validation.positive%');

/** @public */
export function atMost(limit: number): Validate {
  return (value) => (!isBlank(value) && Number(value) > limit ? `%validation.exceeds:${limit}%` : undefined);
}

/** The first complaint of several. @public */
export function allOf(...validators: readonly Validate[]): Validate {
  return (value, state) => {
    for (const validate of validators) {
      const message = validate(value, state);
      if (message !== undefined) return message;
    }
    return undefined;
  };
}
