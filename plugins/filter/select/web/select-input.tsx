import { useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import type { FilterValue } from '@orrery/sdk';
import { Button, Combobox } from '@orrery/sdk/ui';
import type { PluginContext } from '@orrery/sdk/web';
import type { FilterInputProps } from '../../../app/dashboard/contract.ts';
import { keyOf, textOf, valueOf } from './option-keys.ts';
import { readSettings } from './select-settings.ts';
import { readValue } from './to-data-mask.ts';
import { useOptions } from './use-options.ts';

/** The input of a value filter. Texts come from the plugin's own context: the filter bar belongs to another plugin. */
export function createSelectInput({ i18n }: PluginContext): ComponentType<FilterInputProps> {
  const { t } = i18n;
  return function SelectInput({ filter, dataset, value, onChange, query, labelId }: FilterInputProps) {
    const settings = useMemo(() => readSettings(filter), [filter]);
    const [search, setSearch] = useState('');
    const options = useOptions({ filter, query }, settings.searchesAll ? search : '');
    const chosen = readValue(value);
    useFirstItem(settings.takesFirst, chosen, options, onChange);

    const type = dataset?.columns.find(({ column_name }) => column_name === settings.column)?.type_generic;
    const texts = { null: t('value.null'), true: t('value.true'), false: t('value.false') };
    // Chosen values stay on offer even when they are not among the fetched ones.
    const offered = [...new Set<FilterValue>([...options.values, ...chosen])];
    const items = offered.map((item) => ({ value: keyOf(item), label: textOf(item, type, texts) }));
    const toValues = (keys: readonly string[]) => keys.map((key) => valueOf(key, type));

    if (settings.column === undefined) return <p role="note">{t('input.noColumn')}</p>;
    if (options.status === 'failed') {
      return (
        <div role="alert">
          <p>{t('input.failed', { reason: options.reason ?? '' })}</p>
          <Button size="small" icon="refresh" onClick={options.retry}>
            {t('input.retry')}
          </Button>
        </div>
      );
    }
    const placeholder = options.status === 'loading' ? t('input.loading') : options.values.length === 0 ? t('input.noData') : t('input.choose', { count: options.values.length });
    return (
      <Combobox
        label={filter.name}
        labelId={labelId}
        multiple={settings.isMultiple}
        value={settings.isMultiple ? chosen.map(keyOf) : chosen[0] === undefined ? null : keyOf(chosen[0])}
        options={items}
        onChange={(next) => onChange(next === null || next.length === 0 ? null : toValues(typeof next === 'string' ? [next] : next))}
        creatable={settings.isCreatable}
        onSearch={settings.searchesAll ? setSearch : undefined}
        isLoading={options.status === 'loading'}
        placeholder={placeholder}
        clearable
      />
    );
  };
}

/** Chooses the first value once, when the filter says so and nothing is chosen; tells when there is none to choose. */
function useFirstItem(takesFirst: boolean, chosen: readonly FilterValue[], options: ReturnType<typeof useOptions>, onChange: (value: unknown) => void): void {
  const isDone = useRef(!takesFirst || chosen.length > 0);
  const { status, values } = options;
  useEffect(() => {
    if (isDone.current || status === 'loading') return;
    isDone.current = true;
    onChange(values.length > 0 ? [values[0]] : null);
  }, [status, values, onChange]);
}
