import type { ReactElement } from 'react';
import { Combobox, Select } from '@orrery/sdk/ui';
import { usePlugin, useT } from '@orrery/sdk/web';
import type { ControlProps } from '../../contract.ts';

interface Currency {
  readonly symbol?: string;
  readonly symbolPosition?: 'prefix' | 'suffix';
}

const CODES = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'];

function nameOf(code: string, language: string): string {
  try {
    return `${code} – ${new Intl.DisplayNames([language], { type: 'currency' }).of(code) ?? code}`;
  } catch {
    return code;
  }
}

/** Currency and where its symbol stands. */
export function CurrencyControl({ value, onChange }: ControlProps<Currency | null>): ReactElement {
  const t = useT();
  const { i18n } = usePlugin();
  const codes = value?.symbol && !CODES.includes(value.symbol) ? [value.symbol, ...CODES] : CODES;
  return (
    <div className="explore-pair">
      <Combobox
        label={t('currency.symbol')}
        value={value?.symbol ?? null}
        creatable
        clearable
        options={codes.map((code) => ({ value: code, label: nameOf(code, i18n.language) }))}
        onChange={(symbol) => onChange(typeof symbol === 'string' && symbol ? { symbolPosition: 'prefix', ...value, symbol } : null)}
      />
      <Select
        label={t('currency.position')}
        value={value?.symbolPosition ?? 'prefix'}
        options={[
          { value: 'prefix', label: t('currency.prefix') },
          { value: 'suffix', label: t('currency.suffix') },
        ]}
        onChange={(position) => onChange({ ...value, symbolPosition: position === 'suffix' ? 'suffix' : 'prefix' })}
      />
    </div>
  );
}
