// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChartDataResult, FilterValue, QueryContext } from '@orrery/sdk';
import type { PluginContext } from '@orrery/sdk/web';
import type { NativeFilter } from '../../../app/dashboard/contract.ts';
import texts from '../locales/en.json';
import { keyOf, textOf, valueOf } from './option-keys.ts';
import { optionsQuery } from './options-query.ts';
import { createSelectInput } from './select-input.tsx';
import { createSelectMask } from './to-data-mask.ts';

const t = (key: string, args: Readonly<Record<string, string | number>> = {}) => {
  const found = (texts as Record<string, string>)[key in texts ? key : `${key}_${args['count'] === 1 ? 'one' : 'other'}`] ?? key;
  return Object.entries(args).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), found);
};
const filter = (controlValues: object = {}, more: Partial<NativeFilter> = {}): NativeFilter => ({
  id: 'F',
  type: 'NATIVE_FILTER',
  name: 'Carrier',
  filterType: 'filter_select',
  targets: [{ datasetId: 3, column: { name: 'carrier' } }],
  controlValues: { ...controlValues },
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...more,
});
const { toDataMask, describe: label } = createSelectMask(t);

describe('mask of a value filter (contract §8.4)', () => {
  it('keeps or leaves out the chosen values', () => {
    expect(toDataMask(['AA', null, 1, true], filter())).toEqual({
      extraFormData: { filters: [{ col: 'carrier', op: 'IN', val: ['AA', null, 1, true] }] },
      filterState: { value: ['AA', null, 1, true], label: 'AA, <NULL>, 1, TRUE', excludeFilterValues: false },
    });
    expect(toDataMask(['AA'], filter({ inverseSelection: true }))).toMatchObject({
      extraFormData: { filters: [{ op: 'NOT IN' }] },
      filterState: { label: 'AA (excluded)', excludeFilterValues: true },
    });
  });

  it('says nothing when nothing is chosen, and lets nothing through when a value is required', () => {
    expect(toDataMask(null, filter()).extraFormData).toEqual({});
    expect(toDataMask([], filter()).filterState?.value).toBeNull();
    expect(toDataMask([], filter({ enableEmptyFilter: true })).extraFormData).toEqual({
      adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
    });
  });

  it('describes itself in one line', () => {
    expect(label(['AA', 'DL'], filter())).toBe('Carrier: AA, DL');
    expect(label(null, filter())).toBe('Carrier');
  });
});

describe('query for options (contract §8.3)', () => {
  it('asks for distinct values, limited and in order', () => {
    const context = optionsQuery(filter({ sortAscending: true }), '');
    expect(context?.datasource).toEqual({ id: 3, type: 'table' });
    expect(context?.queries[0]).toMatchObject({ columns: ['carrier'], metrics: [], row_limit: 1000, orderby: [['carrier', true]], filters: [] });
    expect(context?.form_data).toMatchObject({ native_filter_id: 'F', viz_type: 'filter_select' });
  });

  it('[FILT-19] searches in the database, orders by a metric, keeps to what is pre-filtered', () => {
    const own = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'state', operator: '==', comparator: 'CA' };
    const context = optionsQuery(filter({}, { sortMetric: 'count', adhoc_filters: [own], time_range: 'Last week' }), ' ua ');
    expect(context?.queries[0]).toMatchObject({
      metrics: ['count'],
      orderby: [['count', false]],
      time_range: 'Last week',
      filters: [{ col: 'state', op: '==', val: 'CA' }, { col: 'carrier', op: 'ILIKE', val: '%ua%' }],
    });
  });

  it('asks nothing without a column', () => {
    expect(optionsQuery(filter({}, { targets: [{}] }), '')).toBeUndefined();
  });
});

describe('option keys', () => {
  it('keep the type of a value', () => {
    for (const value of ['1', 1, null, true, 's:x', 'j:1', '']) expect(valueOf(keyOf(value), 1)).toBe(value);
  });

  it('read what was typed by the column’s type', () => {
    expect(valueOf('12', 0)).toBe(12);
    expect(valueOf('12', 1)).toBe('12');
    expect(valueOf('twelve', 0)).toBe('twelve');
  });

  it('show times as short as they can be', () => {
    const names = { null: 'N', true: 'T', false: 'F' };
    expect(textOf(Date.UTC(2024, 0, 2), 2, names)).toBe('2024-01-02');
    expect(textOf(Date.UTC(2024, 0, 2, 3, 4, 5), 2, names)).toBe('2024-01-02 03:04:05');
    expect([textOf(null, 1, names), textOf(false, 3, names)]).toEqual(['N', 'F']);
  });
});

describe('input', () => {
  afterEach(cleanup);
  const Input = createSelectInput({ i18n: { t } } as unknown as PluginContext);
  const rows = (...values: FilterValue[]): readonly ChartDataResult[] => [{ data: values.map((carrier) => ({ carrier })), colnames: ['carrier'], coltypes: [1], rowcount: values.length }];
  const show = (controlValues: object, query: (context: QueryContext) => Promise<readonly ChartDataResult[]>, value: unknown = null) => {
    const onChange = vi.fn();
    const props = { filter: filter(controlValues), isRequired: false, onChange, query, labelId: 'l' };
    const view = render(
      <>
        <span id="l">Carrier</span>
        <Input {...props} value={value} />
      </>,
    );
    return { onChange, props, view };
  };

  it('offers the values of the column and keeps their types', async () => {
    const { onChange } = show({}, async () => rows('AA', null));
    fireEvent.click(await screen.findByPlaceholderText('2 options'));
    fireEvent.click(await screen.findByRole('option', { name: '<NULL>', hidden: true }));
    expect(onChange).toHaveBeenCalledWith([null]);
  });

  it('offers a chosen value that the database no longer has', async () => {
    show({ multiSelect: false }, async () => rows('AA'), ['ZZ']);
    await waitFor(() => expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('ZZ'));
  });

  it('[FILT-05] chooses the first value once, and tells when there is none', async () => {
    const { onChange } = show({ defaultToFirstItem: true }, async () => rows('AA', 'DL'));
    await waitFor(() => expect(onChange).toHaveBeenCalledWith(['AA']));
    expect(onChange).toHaveBeenCalledTimes(1);
    cleanup();
    const none = show({ defaultToFirstItem: true }, async () => rows());
    await waitFor(() => expect(none.onChange).toHaveBeenCalledWith(null));
  });

  it('[FILT-18] asks again when the filters it depends on change, and drops the earlier question', async () => {
    const signals: AbortSignal[] = [];
    const ask = (name: string) => async (_context: QueryContext, signal?: AbortSignal) => {
      if (signal) signals.push(signal);
      return rows(name);
    };
    const { props, view } = show({}, ask('AA'));
    await screen.findByPlaceholderText('1 option');
    view.rerender(<Input {...props} value={null} query={ask('DL')} />);
    fireEvent.click(screen.getByRole('combobox'));
    expect(await screen.findByRole('option', { name: 'DL', hidden: true })).toBeTruthy();
    expect(signals[0]?.aborted).toBe(true);
  });

  it('[FILT-26] says in its place that the values could not be loaded, and tries again', async () => {
    let fails = true;
    show({}, async () => {
      if (fails) throw new Error('Database asleep');
      return rows('AA');
    });
    expect(await screen.findByText('The values could not be loaded. Database asleep')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByPlaceholderText('1 option')).toBeTruthy();
  });
});
