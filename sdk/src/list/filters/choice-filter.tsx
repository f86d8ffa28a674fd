import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { usePlugin } from '@orrery/sdk/web';
import type { PluginContext } from '@orrery/sdk/web';
import { Combobox } from '@orrery/sdk/ui';
import type { ListFilter } from '../declaration.ts';
import type { FilterValue, LabelledValue } from '../state/list-state.ts';
import { useListText } from '../texts.ts';

type ChoiceFilter = Extract<ListFilter, { kind: 'select' | 'relation' }>;

const OPTIONS_PER_PAGE = 25;

/** Options for what is typed: given ones, distinct values, related rows, or rows of another resource (contract §2.7). */
async function loadOptions(ctx: PluginContext, resource: string, filter: ChoiceFilter, text: string, signal: AbortSignal): Promise<readonly LabelledValue[]> {
  if (filter.kind === 'select' && filter.options) {
    const options = typeof filter.options === 'function' ? await filter.options(ctx) : filter.options;
    return options.map(({ value, label }) => ({ value, label }));
  }
  if (filter.kind === 'relation' && filter.from) {
    const { resource: other, textColumn } = filter.from;
    const filters = text ? { filters: [{ col: textColumn, opr: 'ct', value: text }] } : {};
    const q = { ...filters, order_column: textColumn, order_direction: 'asc', page: 0, page_size: OPTIONS_PER_PAGE, select_columns: ['id', textColumn] };
    const { result } = await ctx.api.get<{ result: readonly ({ id: number } & Record<string, unknown>)[] }>(`/api/v1/${other}/`, { q, signal });
    return result.map((row) => ({ value: row.id, label: String(row[textColumn]) }));
  }
  const path = filter.kind === 'relation' ? `related/${filter.related ?? filter.column}` : `distinct/${filter.column}`;
  const q = { ...(text ? { filter: text } : {}), page: 0, page_size: OPTIONS_PER_PAGE };
  const { result } = await ctx.api.get<{ result: readonly { value: string | number; text: string }[] }>(`/api/v1/${resource}/${path}`, { q, signal });
  return result.map((item) => ({ value: item.value, label: item.text }));
}

/** A searchable choice; its options are asked for when the filter panel opens. @internal */
export function ChoiceFilterInput(props: { readonly resource: string; readonly filter: ChoiceFilter; readonly value: FilterValue | undefined; onChange(value: FilterValue | undefined): void }): ReactNode {
  const { resource, filter, value, onChange } = props;
  const ctx = usePlugin();
  const t = useListText();
  const [options, setOptions] = useState<readonly LabelledValue[]>();
  const [text, setText] = useState('');
  const current = useRef(filter);
  useEffect(() => {
    current.current = filter;
  });
  useEffect(() => {
    const abort = new AbortController();
    loadOptions(ctx, resource, current.current, text, abort.signal).then(
      (loaded) => !abort.signal.aborted && setOptions(loaded),
      () => !abort.signal.aborted && setOptions([]),
    );
    return () => abort.abort();
  }, [ctx, resource, filter.id, text]);

  const isRemote = filter.kind === 'relation' || !filter.options;
  const chosen: LabelledValue | undefined = typeof value === 'object' && !Array.isArray(value) ? (value as LabelledValue) : typeof value === 'string' ? { label: value, value } : undefined;
  const known = options ?? [];
  const listed = chosen && !known.some((option) => option.value === chosen.value) && text === '' ? [chosen, ...known] : known;
  return (
    <Combobox
      label={filter.label}
      placeholder={t('filter.any')}
      clearable
      isLoading={options === undefined}
      value={chosen ? String(chosen.value) : null}
      options={listed.map((option) => ({ value: String(option.value), label: option.label }))}
      onSearch={isRemote ? setText : undefined}
      onChange={(next) => {
        const option = listed.find((item) => String(item.value) === next);
        onChange(option && { label: option.label, value: option.value });
      }}
    />
  );
}
