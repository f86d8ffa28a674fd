import type { ReactElement } from 'react';
import { useT, useTheme } from '@orrery/sdk/web';
import { Combobox } from '@orrery/sdk/ui';
import type { Choice } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';
import { useServices } from '../services.ts';

/** Names Superset's charts use (contract §12); what each looks like is the chart service's business. */
const CATEGORICAL = [
  'supersetColors',
  'd3Category10',
  'd3Category20',
  'd3Category20b',
  'd3Category20c',
  'echarts4Colors',
  'echarts5Colors',
  'googleCategory10c',
  'googleCategory20c',
  'bnbColors',
  'lyftColors',
  'presetColors',
  'modernSunset',
  'colorsOfRainbow',
  'blueToGreen',
  'redToYellow',
  'wavesOfBlue',
];
const SEQUENTIAL = ['superset_seq_1', 'superset_seq_2', 'superset_div_1', 'superset_div_2', 'schemeBlues', 'schemeGreens', 'schemeOranges', 'schemeReds', 'schemeViridis', 'schemeInferno', 'schemeYlGnBu', 'schemeRdBu'];

/** A colour scheme by name, with its colours shown. */
export function ColorSchemeControl({ name, control, value, labelId, onChange }: ControlProps<string>): ReactElement {
  const t = useT();
  const theme = useTheme();
  const { colorsOf } = useServices();
  const isLinear = name.includes('linear');
  const names = Array.isArray(control.choices) ? (control.choices as readonly Choice[]).map((choice) => String(choice.value)) : isLinear ? SEQUENTIAL : CATEGORICAL;
  const all = value && !names.includes(value) ? [value, ...names] : names;
  const colors = colorsOf?.(value) ?? (isLinear ? theme.sequential : theme.categorical);
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
