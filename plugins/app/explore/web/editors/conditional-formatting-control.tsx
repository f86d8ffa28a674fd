import type { ReactElement } from 'react';
import { Button, IconButton, NumberField, Select, TextField } from '@orrery/sdk/ui';
import { useT, useTheme } from '@orrery/sdk/web';
import { ensureArray, getMetricLabel } from '@orrery/sdk/viz';
import type { Metric } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { ControlProps } from '../../contract.ts';
import { useChartState } from '../state/use-chart-state.ts';

/** One rule (CC-2). */
export interface FormattingRule {
  readonly column?: string;
  readonly operator?: string;
  readonly targetValue?: number | string | null;
  readonly targetValueLeft?: number | null;
  readonly targetValueRight?: number | null;
  readonly colorScheme?: string;
}

const NUMERIC = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'];
const TEXTUAL = ['None', '=', 'begins with', 'ends with', 'containing', 'not containing'];

/** Rules that colour cells or numbers. */
export function ConditionalFormattingControl({ value, state, onChange }: ControlProps<readonly FormattingRule[]>): ReactElement {
  const t = useT();
  const { colors } = useTheme();
  const result = useChartState().results?.[0];
  const rules = ensureArray(value);
  const { metric, metrics } = state.formData as { metric?: Metric; metrics?: readonly Metric[] };
  const columns = result?.colnames ?? [...ensureArray(metric), ...ensureArray(metrics)].filter(Boolean).map(getMetricLabel);
  const schemes = (['success', 'warning', 'danger'] as const).map((name) => ({ value: colors[name], label: t(`formatting.${name}`) }));
  const set = (at: number, change: FormattingRule) => onChange(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  return (
    <div className="explore-stack">
      {rules.map((rule, at) => {
        const isText = result?.coltypes[result.colnames.indexOf(rule.column ?? '')] === GenericType.String;
        const isRange = rule.operator?.includes('x') === true;
        const isWrong = isRange && (rule.targetValueLeft ?? -Infinity) >= (rule.targetValueRight ?? Infinity);
        const own = rule.colorScheme && !schemes.some((scheme) => scheme.value === rule.colorScheme) ? [{ value: rule.colorScheme, label: rule.colorScheme }] : [];
        return (
          <fieldset className="explore-rule" key={at}>
            <legend>{t('formatting.rule', { number: at + 1 })}</legend>
            <Select label={t('formatting.column')} value={rule.column ?? ''} options={[{ value: '', label: t('choose') }, ...columns.map((name) => ({ value: name, label: name }))]} onChange={(column) => set(at, { column })} />
            <Select label={t('formatting.operator')} value={rule.operator ?? 'None'} options={(isText ? TEXTUAL : NUMERIC).map((name) => ({ value: name, label: t(`formatting.op.${name}`) }))} onChange={(operator) => set(at, { operator })} />
            {isRange && (
              <div className="explore-pair">
                <NumberField label={t('formatting.left')} value={rule.targetValueLeft ?? null} error={isWrong ? t('formatting.left-wrong') : undefined} onChange={(next) => set(at, { targetValueLeft: next })} />
                <NumberField label={t('formatting.right')} value={rule.targetValueRight ?? null} onChange={(next) => set(at, { targetValueRight: next })} />
              </div>
            )}
            {!isRange && rule.operator && rule.operator !== 'None' && (isText ? (
              <TextField label={t('formatting.target')} value={String(rule.targetValue ?? '')} onChange={(next) => set(at, { targetValue: next })} />
            ) : (
              <NumberField label={t('formatting.target')} value={typeof rule.targetValue === 'number' ? rule.targetValue : null} onChange={(next) => set(at, { targetValue: next })} />
            ))}
            <Select label={t('formatting.color')} value={rule.colorScheme ?? schemes[0]?.value ?? ''} options={[...schemes, ...own]} onChange={(colorScheme) => set(at, { colorScheme })} />
            <IconButton icon="delete" label={t('formatting.remove', { number: at + 1 })} onClick={() => onChange(rules.filter((_, index) => index !== at))} />
          </fieldset>
        );
      })}
      <Button icon="plus" size="small" onClick={() => onChange([...rules, { column: columns[0], operator: '>', targetValue: 0, colorScheme: schemes[0]?.value }])}>
        {t('formatting.add')}
      </Button>
    </div>
  );
}
