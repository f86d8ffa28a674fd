// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { createHarness, FLIGHTS } from '../testing/explore-harness.tsx';
import { ExplorePage } from './explore-page.tsx';

type Harness = ReturnType<typeof createHarness>;
let harness: Harness;

const SAVED = { datasource: '7__table', viz_type: 'echarts_timeseries_line', slice_id: 3, x_axis: 'date', metrics: ['count'], groupby: [], adhoc_filters: [], row_limit: 100, time_grain_sqla: 'P1D' };
const SLICE = { slice_id: 3, slice_name: 'Flights by day', form_data: SAVED, owners: [1] };
const chart = (formData: object = SAVED) => () => ({ result: { dataset: FLIGHTS, form_data: formData, slice: SLICE, metadata: { dashboards: [{ id: 9, dashboard_title: 'Air' }] }, message: null } });
const fresh = () => ({ result: { dataset: FLIGHTS, form_data: { datasource: '7__table', viz_type: 'echarts_timeseries_line' }, slice: null, metadata: null } });
const common = {
  'GET /api/v1/chart/favorite_status/': () => ({ result: [{ id: 3, value: true }] }),
  'POST /api/v1/explore/form_data': () => ({ key: 'k1' }),
  'GET /api/v1/dashboard/': () => ({ result: [{ id: 9, dashboard_title: 'Air' }] }),
};

function open(search: string, handlers: NonNullable<Parameters<typeof createHarness>[0]>['handlers']) {
  harness = createHarness({ search, handlers: { ...common, ...handlers } });
  render(<ExplorePage />, { wrapper: harness.wrap });
}
const control = (name: string) => document.querySelector<HTMLElement>(`[data-control="${name}"]`) as HTMLElement;

afterEach(() => {
  cleanup();
  harness.stop();
});

describe('Explore', () => {
  it('[EXPL-01] opens a saved chart, draws it, and knows that it is a favourite', async () => {
    open('?slice_id=3', { 'GET /api/v1/explore/': chart() });
    expect(await screen.findByDisplayValue('Flights by day')).toBeInTheDocument();
    await waitFor(() => expect(harness.drawn.at(-1)).toMatchObject({ chartKey: 'explore', trigger: 1, place: 'explore', formData: { metrics: ['count'] } }));
    expect(harness.calls[0]).toMatchObject({ path: '/api/v1/explore/', params: { slice_id: '3' } });
    expect(await screen.findByRole('button', { name: 'Remove from favourites' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByText('Altered')).toBeNull();
    expect((await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

  it('[EXPL-05] a new chart asks for what is missing, takes a clicked metric, and runs', async () => {
    const user = userEvent.setup();
    open('?datasource_id=7&datasource_type=table', { 'GET /api/v1/explore/': fresh });
    expect(await screen.findByText('Add required control values to preview chart')).toBeInTheDocument();
    expect(within(control('metrics')).getByRole('alert')).toHaveTextContent('Metrics cannot be empty');
    expect(screen.getByRole('button', { name: 'Create chart' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Add metric count to the chart' }));
    expect(harness.state().formData?.['metrics']).toEqual(['count']);
    await user.click(screen.getAllByRole('button', { name: 'Create chart' })[0] as HTMLElement);
    await waitFor(() => expect(harness.drawn.at(-1)).toMatchObject({ trigger: 1, formData: { metrics: ['count'], x_axis: 'date' } }));
    // [EXPL-02] the address restores the unsaved chart
    await waitFor(() => expect(harness.search()).toContain('form_data_key=k1'));
    expect(harness.search()).toContain('datasource_id=7');
    expect(harness.calls.filter(({ path }) => path === '/api/v1/explore/')).toHaveLength(1);
  });

  it('[EXPL-05][EXPL-25] looks redraw at once, other settings wait for Ctrl+Enter and are listed as changes', async () => {
    const user = userEvent.setup();
    open('?slice_id=3', { 'GET /api/v1/explore/': chart() });
    await screen.findByDisplayValue('Flights by day');
    await waitFor(() => expect(control('groupby')).not.toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add text origin to the chart' }));
    expect(await screen.findByText('Your chart is not up to date')).toBeInTheDocument();
    expect(harness.drawn.at(-1)?.formData['groupby']).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'Customize' }));
    await user.click(screen.getByRole('checkbox', { name: 'Show legend' }));
    expect(harness.drawn.at(-1)?.formData).toMatchObject({ show_legend: false, groupby: [] });
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(harness.drawn.at(-1)).toMatchObject({ trigger: 2, formData: { groupby: ['origin'] } }));
    await user.click(screen.getByRole('button', { name: 'Altered' }));
    const rows = within(await screen.findByRole('table')).getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['ControlBeforeAfter', 'Dimensions–origin', 'Show legendtruefalse']);
  });

  it('[EXPL-12] builds a metric from column and aggregate in the popover', async () => {
    const user = userEvent.setup();
    open('?slice_id=3', { 'GET /api/v1/explore/': chart() });
    await screen.findByDisplayValue('Flights by day');
    await waitFor(() => expect(control('metrics')).not.toBeNull());
    await user.click(within(control('metrics')).getByRole('button', { name: /Add to Metrics/ }));
    const editor = within(control('metrics')).getByRole('dialog', { name: 'Add to Metrics' });
    await user.click(within(editor).getByRole('tab', { name: 'Simple' }));
    expect(within(editor).getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.type(within(editor).getByRole('combobox', { name: 'Column' }), 'delay');
    await user.click(await screen.findByRole('option', { name: /delay/ }));
    await user.selectOptions(within(editor).getByRole('combobox', { name: 'Aggregate' }), 'AVG');
    await user.click(within(editor).getByRole('button', { name: 'Apply' }));
    expect(harness.state().formData?.['metrics']).toEqual([
      'count',
      expect.objectContaining({ expressionType: 'SIMPLE', aggregate: 'AVG', label: 'AVG(delay)', hasCustomLabel: false, column: expect.objectContaining({ column_name: 'delay' }) }),
    ]);
  });

  it('[EXPL-29] saves under a new name onto a new dashboard and says so', async () => {
    const user = userEvent.setup();
    const layout = { position_json: null };
    open('?slice_id=3', {
      'GET /api/v1/explore/': chart(),
      'POST /api/v1/dashboard/': () => ({ id: 20 }),
      'POST /api/v1/chart/': () => ({ id: 30 }),
      'GET /api/v1/dashboard/20': () => ({ result: layout }),
      'PUT /api/v1/dashboard/20': () => ({ id: 20 }),
    });
    await screen.findByDisplayValue('Flights by day');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    const dialog = screen.getByRole('dialog', { name: 'Save chart' });
    await user.click(within(dialog).getByRole('radio', { name: 'Save as…' }));
    const name = within(dialog).getByRole('textbox', { name: /Chart name/ });
    await user.clear(name);
    expect(within(dialog).getByText('Chart name is required')).toBeInTheDocument();
    await user.type(name, 'Mine');
    await user.type(within(dialog).getByRole('combobox', { name: 'Add to dashboard' }), 'Brand new{Enter}');
    expect(await within(dialog).findByText('A new dashboard “Brand new” will be created.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(harness.toasts).toEqual(['Chart [Mine] has been saved', 'Dashboard [Brand new] just got created and chart [Mine] was added to it']));
    const writes = harness.calls.filter(({ method, path }) => method !== 'GET' && !path.includes('form_data'));
    expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v1/dashboard/', 'POST /api/v1/chart/', 'PUT /api/v1/dashboard/20']);
    expect(writes[1]?.body).toMatchObject({ slice_name: 'Mine', dashboards: [20], owners: [1], viz_type: 'echarts_timeseries_line' });
    expect(JSON.stringify(writes[2]?.body)).toContain('\\"chartId\\":30');
    await waitFor(() => expect(harness.search()).toContain('slice_id=30'));
    expect(screen.queryByRole('dialog', { name: 'Save chart' })).toBeNull();
    expect(harness.calls.filter(({ path }) => path === '/api/v1/explore/')).toHaveLength(1);
  });

  it('[EXPL-29] overwrites only what one owns, and keeps the dialog open when the server refuses', async () => {
    const user = userEvent.setup();
    open('?slice_id=3', { 'GET /api/v1/explore/': chart(), 'PUT /api/v1/chart/3': () => Promise.reject(new Error('disk full')) });
    await screen.findByDisplayValue('Flights by day');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    const dialog = screen.getByRole('dialog', { name: 'Save chart' });
    expect(within(dialog).getByRole('radio', { name: 'Save (Overwrite)' })).toBeChecked();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('disk full')).toBeInTheDocument();
  });

  it('[VQ-18] another viz type keeps metrics and draws at once', async () => {
    const user = userEvent.setup();
    open('?slice_id=3', { 'GET /api/v1/explore/': chart() });
    await screen.findByDisplayValue('Flights by day');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await user.dblClick(within(screen.getByRole('dialog', { name: 'Select a visualization type' })).getByRole('button', { name: /table/ }));
    await waitFor(() => expect(harness.drawn.at(-1)?.formData).toMatchObject({ viz_type: 'table', metrics: ['count'], slice_id: 3 }));
  });

  it('names what is wrong when the chart is not there', async () => {
    open('?slice_id=3', {});
    expect(await screen.findByText('This chart or dataset does not exist')).toBeInTheDocument();
  });
});
