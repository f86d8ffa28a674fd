import type { ReactElement } from 'react';
import { useT, useTheme } from '@orrery/sdk/web';
import { Combobox } from '@orrery/sdk/ui';
import type { Choice } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';

/** The schemes of a new installation (contract §12). */
const DEFAULTS = { categorical: 'supersetColors', sequential: 'superset_seq_1' };

/** A colour scheme by name, with its colours shown. */
export function ColorSchemeControl({ name, control, value, labelId, onChange }: ControlProps<string>): ReactElement {
  const t = useT();
  const theme = useTheme();
  const isLinear = name.includes('linear');
  // Only schemes somebody can draw are offered; a saved one is kept whatever it is.
  const names = Array.isArray(control.choices) ? (control.choices as readonly Choice[]).map((choice) => String(choice.value)) : [isLinear ? DEFAULTS.sequential : DEFAULTS.categorical];
  const all = value && !names.includes(value) ? [...names, value] : names;
  const colors = isLinear ? theme.sequential : theme.categorical;
  return (
    <div className="explore-stack">
      <Combobox
        label={control.label}
        labelId={labelId}
        value={value ?? null}
        options={all.map((scheme) => ({ value: scheme, label: scheme === names[0] ? t('scheme.default', { name: scheme }) : scheme }))}
        onChange={(next) => typeof next === 'string' && onChange(next)}
      />
      <span className="explore-swatches" aria-hidden="true">
        {colors.slice(0, 12).map((color, at) => (
          <span key={`${at}/${color}`} style={{ background: color }} />
        ))}
      </span>
    </div>
  );
}
