// @vitest-environment jsdom
import { Component } from 'react';
import type { ReactNode } from 'react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChartDataResult, FormData, QueryContext } from '@orrery/sdk';
import { DisposableStore, PluginError } from '@orrery/sdk';
import type { VizType } from '@orrery/sdk/viz';
import { ApiError, PluginScopeContext } from '@orrery/sdk/web';
import type { PluginContext, RequestOptions, SlotProps } from '@orrery/sdk/web';
import { fakeBootstrap } from '@orrery/testing';
import { createPluginStore } from '../../../../../kernel/web/store/create-plugin-store.ts';
import { createSliceStore } from '../../../../../kernel/web/store/create-store.ts';
import texts from '../../locales/en.json';
import type { ChartViewProps } from '../../contract.ts';
import { createChartService } from '../create-chart-service.tsx';

const t = (key: string, args: Record<string, unknown> = {}) =>
  Object.entries(args).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), (texts as Record<string, string>)[key] ?? key);

class Slot extends Component<SlotProps, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return this.props.fallback?.(this.state.error, () => this.setState({ error: undefined })) ?? 'broken';
  }
}

const draws = vi.fn();
/** A viz type that writes the first value of the results. */
const textViz = (name: string): VizType<never> =>
  ({
  controlPanel: { sections: [] },
  buildQuery: (formData) => ({
    datasource: { id: 1, type: 'table' },
    queries: [{ columns: formData['groupby'] as string[], filters: (formData['extra_form_data'] as { filters?: [] } | undefined)?.filters ?? [] }],
  }),
  transformProps: ({ results }) => ({ text: `${name}: ${String(results[0]?.data[0]?.['v'])}` }),
  loadChart: async () =>
    function Chart({ text }) {
      draws(text);
      if (text.includes('crash')) throw new Error('cannot draw this');
      return <p>{text}</p>;
    },
  describe: ({ text }) => `Says ${text}`,
}) satisfies VizType<{ text: string }> as unknown as VizType<never>;

type Answer = (context: QueryContext, options: RequestOptions) => Promise<readonly ChartDataResult[]>;
const rows = (...values: string[]): readonly ChartDataResult[] => [{ data: values.map((v) => ({ v })), colnames: ['v'], coltypes: [1], rowcount: values.length }];

function openPage(types: Record<string, VizType<never> | Error>, answer: Answer) {
  const asked: QueryContext[] = [];
  const subscriptions = new DisposableStore();
  const faults: unknown[] = [];
  const post = async (_path: string, options: RequestOptions) => {
    asked.push(options.body as QueryContext);
    return { result: await answer(options.body as QueryContext, options) };
  };
  const stream = async function* (_path: string, options: RequestOptions) {
    for (const [index, query] of (options.body as { queries: QueryContext[] }).queries.entries()) {
      asked.push(query);
      yield { index, status: 200, body: { result: await answer(query, options) } };
    }
  };
  const ctx = {
    subscriptions,
    store: createPluginStore(createSliceStore((_id, error) => faults.push(error)), 'chart', subscriptions, (_id, error) => faults.push(error)),
    api: { post, stream },
    bootstrap: fakeBootstrap(),
    storage: { get: () => undefined, set: () => undefined, remove: () => undefined },
    i18n: { t, language: 'en' },
    theme: { tokens: { categorical: ['#123'] }, onDidChange: () => ({ dispose: () => undefined }) },
    hooks: { call: vi.fn() },
    ui: { toast: vi.fn() },
    points: {
      find: (_point: unknown, key: string) => (types[key] ? { key, pluginId: `viz-${key}`, value: { type: key, title: key } } : undefined),
      load: async (_point: unknown, key: string) => {
        const type = types[key];
        if (!type) throw new PluginError('CONTRIBUTION_MISSING', '', `nobody offers ${key}`);
        if (type instanceof Error) throw type;
        return { load: async () => type };
      },
      onDidChange: () => ({ dispose: () => undefined }),
    },
  } as unknown as PluginContext;
  const service = createChartService(ctx);
  const Page = ({ children }: { children: ReactNode }) => (
    <PluginScopeContext.Provider value={{ ctx, params: {}, Slot }}>{children}</PluginScopeContext.Provider>
  );
  return { service, asked, faults, ctx, Page };
}

const formData = (more: Partial<FormData> = {}): FormData => ({ datasource: '1__table', viz_type: 'pie', groupby: ['a'], ...more });
const chart = (more: Partial<ChartViewProps> = {}): ChartViewProps => ({ chartKey: 'k', formData: formData(), place: 'dashboard', title: 'Delays', ...more });
const pie = textViz('pie');

afterEach(() => {
  cleanup();
  draws.mockClear();
  vi.restoreAllMocks();
});

describe('ChartView', () => {
  it('asks, draws, and describes itself', async () => {
    const { service, asked, ctx, Page } = openPage({ pie }, async () => rows('7'));
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('pie: 7')).toBeTruthy();
    const figure = screen.getByRole('figure', { name: 'Delays' });
    await waitFor(() => expect(document.getElementById(figure.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Says pie: 7'));
    expect(asked).toHaveLength(1);
    expect(service.state('k')).toMatchObject({ status: 'success', queriedFormData: formData() });
    expect(ctx.hooks.call).toHaveBeenCalledWith(expect.objectContaining({ name: 'chart.didRender' }), expect.objectContaining({ chartKey: 'k', vizType: 'pie' }));
  });

  it('[DASH-089] asks nothing and draws nothing anew when form data means the same', async () => {
    const { service, asked, Page } = openPage({ pie }, async () => rows('7'));
    const { rerender } = render(<Page><service.ChartView {...chart()} /></Page>);
    await screen.findByText('pie: 7');
    // Once when the results came, not again for its own description.
    expect(draws).toHaveBeenCalledTimes(1);
    rerender(<Page><service.ChartView {...chart({ formData: { ...formData() } })} /></Page>);
    await act(async () => undefined);
    expect(asked).toHaveLength(1);
    expect(draws).toHaveBeenCalledTimes(1);
  });

  it('keeps the old drawing while asking, and goes back to an earlier filter without asking', async () => {
    let release: () => void = () => undefined;
    const { service, asked, Page } = openPage({ pie }, async (context) => {
      if (context.queries[0]?.filters?.length === 0) return rows('all');
      await new Promise<void>((resolve) => (release = resolve));
      return rows('some');
    });
    const filtered = formData({ extra_form_data: { filters: [{ col: 'a', op: 'IN', val: ['x'] }] } });
    const { rerender } = render(<Page><service.ChartView {...chart()} /></Page>);
    await screen.findByText('pie: all');
    rerender(<Page><service.ChartView {...chart({ formData: filtered })} /></Page>);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.getByText('pie: all').closest('[data-stale]')).toBeTruthy();
    await act(async () => release());
    expect(await screen.findByText('pie: some')).toBeTruthy();
    rerender(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('pie: all')).toBeTruthy();
    expect(asked).toHaveLength(2);
  });

  it('[GEN-01] says what went wrong and tries again when asked', async () => {
    let fails = true;
    const { service, Page } = openPage({ pie }, async () => {
      if (fails) throw new ApiError({ message: 'Column gone', status: 400, url: '', errors: [{ message: 'Column gone', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR' }] });
      return rows('7');
    });
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('Column gone')).toBeTruthy();
    expect(service.state('k').error).toMatchObject({ status: 400, detail: 'COLUMN_DOES_NOT_EXIST_ERROR' });
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByText('pie: 7')).toBeTruthy();
    expect(screen.queryByText('Column gone')).toBeNull();
  });

  it('[DASH-087] says that there are no results', async () => {
    const { service, Page } = openPage({ pie }, async () => rows());
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('No results were returned for this query')).toBeTruthy();
    expect(draws).not.toHaveBeenCalled();
  });

  it('draws a missing viz type with the table, from a query of the same form data, and says why', async () => {
    const { service, Page } = openPage({ table: textViz('table') }, async () => rows('7'));
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('table: 7')).toBeTruthy();
    expect(screen.getByText('pie cannot be drawn')).toBeTruthy();
    expect(service.state('k').fallback).toEqual({ asked: 'pie', drawn: 'table', pluginId: '', reason: 'nobody offers pie' });
  });

  it('draws a plain table when no viz type can be had at all', async () => {
    const { service, Page } = openPage({ pie: new PluginError('LOAD_NETWORK', 'viz-pie', 'offline') }, async () => rows('7'));
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByRole('cell', { name: '7' })).toBeTruthy();
    expect(service.state('k').fallback).toMatchObject({ pluginId: 'viz-pie', reason: 'offline' });
  });

  it('draws what crashes in render with the next in line, from the same results, and tries again when asked', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let value = 'crash';
    const { service, asked, Page } = openPage({ pie, table: { ...textViz('table'), transformProps: () => ({ text: 'a table' }) } as unknown as VizType<never> }, async () => rows(value));
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('a table')).toBeTruthy();
    expect(asked).toHaveLength(1);
    expect(service.state('k').fallback).toEqual({ asked: 'pie', drawn: 'table', pluginId: 'viz-pie', reason: 'cannot draw this' });
    value = '7';
    await act(async () => service.refresh('k', true));
    fireEvent.click(screen.getByText('pie cannot be drawn'));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again', hidden: true }));
    expect(await screen.findByText('pie: 7')).toBeTruthy();
    expect(screen.queryByText('pie cannot be drawn')).toBeNull();
    expect(asked[1]?.force).toBe(true);
  });

  it('does not touch other charts when one changes', async () => {
    const { service, asked, Page } = openPage({ pie }, async (context) => rows(String(context.queries[0]?.columns?.[0])));
    const b = formData({ groupby: ['b'] });
    render(
      <Page>
        <service.ChartView {...chart({ chartKey: '1' })} />
        <service.ChartView {...chart({ chartKey: '2', formData: b })} />
      </Page>,
    );
    await screen.findByText('pie: b');
    await screen.findByText('pie: a');
    draws.mockClear();
    await act(async () => service.refresh('2', false));
    await waitFor(() => expect(asked).toHaveLength(3));
    await waitFor(() => expect(service.state('2').status).toBe('success'));
    expect(draws.mock.calls.every(([text]) => text === 'pie: b')).toBe(true);
  });

  it('waits while it is not to be visible', async () => {
    const { service, asked, Page } = openPage({ pie }, async () => rows('7'));
    const { rerender } = render(<Page><service.ChartView {...chart({ isVisible: false })} /></Page>);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(asked).toHaveLength(0);
    rerender(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('pie: 7')).toBeTruthy();
  });

  it('asks under a trigger only when that changes', async () => {
    const { service, asked, Page } = openPage({ pie }, async (context) => rows(String(context.queries[0]?.columns?.[0])));
    const b = formData({ groupby: ['b'] });
    const at = (trigger: number, data = b) => <Page><service.ChartView {...chart({ trigger, place: 'explore', formData: data })} /></Page>;
    const { rerender } = render(at(1, formData()));
    await screen.findByText('pie: a');
    rerender(at(1));
    await act(async () => undefined);
    expect(asked).toHaveLength(1);
    rerender(at(2));
    expect(await screen.findByText('pie: b')).toBeTruthy();
    rerender(at(3));
    await waitFor(() => expect(asked).toHaveLength(3));
  });

  it('[DASH-088] stops a query and offers to run it again', async () => {
    let signal: AbortSignal | undefined;
    const { service, Page } = openPage({ pie }, async (_context, options) => {
      signal = options.signal;
      return new Promise(() => undefined);
    });
    render(<Page><service.ChartView {...chart()} /></Page>);
    await waitFor(() => expect(signal).toBeDefined());
    await act(async () => service.stop('k'));
    expect(signal?.aborted).toBe(true);
    expect(await screen.findByText('Updating the chart was stopped')).toBeTruthy();
    expect(service.state('k').status).toBe('stopped');
  });

  it('leaves nothing behind', async () => {
    let signal: AbortSignal | undefined;
    const { service, faults, Page } = openPage({ pie }, async (_context, options) => {
      signal = options.signal;
      return new Promise(() => undefined);
    });
    const { unmount } = render(<Page><service.ChartView {...chart()} /></Page>);
    await waitFor(() => expect(signal).toBeDefined());
    unmount();
    expect(signal?.aborted).toBe(true);
    expect(service.state('k')).toEqual({ status: 'idle' });
    expect(faults).toEqual([]);
  });

  it('shows a viz type’s complaint about its settings', async () => {
    const broken = { ...pie, buildQuery: () => { throw new Error('Found invalid orderby options'); } } as unknown as VizType<never>;
    const { service, asked, Page } = openPage({ pie: broken }, async () => rows('7'));
    render(<Page><service.ChartView {...chart()} /></Page>);
    expect(await screen.findByText('Found invalid orderby options')).toBeTruthy();
    expect(asked).toHaveLength(0);
  });
});
