import type { ReactElement } from 'react';
import { Checkbox } from '@orrery/sdk/ui';
import type { ControlProps } from '../../contract.ts';

/** Yes or no. */
export function CheckboxControl({ control, value, onChange }: ControlProps<boolean>): ReactElement {
  return <Checkbox label={control.label} description={control.description} checked={value === true} onChange={onChange} />;
}
