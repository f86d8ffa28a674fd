import type { ReactElement } from 'react';
import { GenericType } from '@orrery/sdk';
import { Checkbox, Combobox, Disclosure, NumberField, Select } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';
import { NUMBER_FORMATS, TIME_FORMATS } from '@orrery/sdk/viz';
import type { ControlProps } from '../../contract.ts';
import { useText } from '../state/use-text.ts';
import { useChartState } from '../state/use-chart-state.ts';

interface ColumnSettings {
  readonly columnWidth?: number;
  readonly horizontalAlign?: 'left' | 'center' | 'right';
  readonly showCellBars?: boolean;
  readonly alignPositiveNegative?: boolean;
  readonly colorPositiveNegative?: boolean;
  readonly truncateLongCells?: boolean;
  readonly d3NumberFormat?: string;
  readonly d3SmallNumberFormat?: string;
  readonly d3TimeFormat?: string;
  readonly [key: string]: unknown;
}

/** Settings of each column of the answer (CC-1). */
export function ColumnConfigControl({ value, onChange }: ControlProps<Readonly<Record<string, ColumnSettings>>>): ReactElement {
  const t = useT();
  const text = useText();
  const result = useChartState().results?.[0];
  const config = value ?? {};
  if (!result) return <p className="explore-hint">{t('column-config.run-first')}</p>;
  const formats = (choices: typeof NUMBER_FORMATS) => choices.map((choice) => ({ value: String(choice.value), label: text(choice.label) }));
  return (
    <div className="explore-stack">
      {result.colnames.map((name, at) => {
        const settings = config[name] ?? {};
        const type = result.coltypes[at];
        const set = (change: ColumnSettings) => onChange({ ...config, [name]: { ...settings, ...change } });
        const isNumeric = type === GenericType.Numeric;
        return (
          <Disclosure key={name} title={name}>
            <div className="explore-stack">
              <NumberField label={t('column-config.width')} min={0} value={settings.columnWidth ?? null} onChange={(width) => set({ columnWidth: width ?? undefined })} />
              <Select
                label={t('column-config.align')}
                value={settings.horizontalAlign ?? (isNumeric ? 'right' : 'left')}
                options={(['left', 'center', 'right'] as const).map((side) => ({ value: side, label: t(`column-config.${side}`) }))}
                onChange={(side) => set({ horizontalAlign: side as ColumnSettings['horizontalAlign'] })}
              />
              {type === GenericType.String && (
                <Checkbox label={t('column-config.truncate')} checked={settings.truncateLongCells === true} onChange={(on) => set({ truncateLongCells: on })} />
              )}
              {type === GenericType.Temporal && (
                <Combobox label={t('column-config.time-format')} creatable clearable value={settings.d3TimeFormat ?? null} options={formats(TIME_FORMATS)} onChange={(format) => set({ d3TimeFormat: typeof format === 'string' ? format : undefined })} />
              )}
              {isNumeric && (
                <>
                  <Combobox label={t('column-config.number-format')} creatable clearable value={settings.d3NumberFormat ?? null} options={formats(NUMBER_FORMATS)} onChange={(format) => set({ d3NumberFormat: typeof format === 'string' ? format : undefined })} />
                  <Checkbox label={t('column-config.bars')} checked={settings.showCellBars !== false} onChange={(on) => set({ showCellBars: on })} />
                  <Checkbox label={t('column-config.align-signs')} checked={settings.alignPositiveNegative === true} onChange={(on) => set({ alignPositiveNegative: on })} />
                  <Checkbox label={t('column-config.color-signs')} checked={settings.colorPositiveNegative === true} onChange={(on) => set({ colorPositiveNegative: on })} />
                </>
              )}
            </div>
          </Disclosure>
        );
      })}
    </div>
  );
}
