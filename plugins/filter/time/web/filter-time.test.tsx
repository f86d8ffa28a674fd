// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PluginContext } from '@orrery/sdk/web';
import type { NativeFilter } from '../../../app/dashboard/contract.ts';
import texts from '../locales/en.json';
import { createTimeRangeEditor } from './create-time-range-editor.tsx';
import { createTimeFilter } from './time-filter.tsx';
import { NO_FILTER, PRESETS, areDatesValid, describeTimeRange, formatDates, parseTimeRange } from './time-range.ts';

const t = (key: string, args: Readonly<Record<string, string | number>> = {}) =>
  Object.entries(args).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), (texts as Record<string, string>)[key] ?? `missing ${key}`);
const ctx = { i18n: { t } } as unknown as PluginContext;

describe('time ranges', () => {
  it('reads what the wire holds', () => {
    expect(parseTimeRange(undefined)).toEqual({ kind: 'none' });
    expect(parseTimeRange(NO_FILTER)).toEqual({ kind: 'none' });
    expect(parseTimeRange('previous calendar week')).toMatchObject({ kind: 'preset' });
    expect(parseTimeRange('2024-01-01 : 2024-02-01')).toEqual({ kind: 'dates', since: '2024-01-01', until: '2024-02-01' });
    expect(parseTimeRange('2024-01-01T00:00:00 : ')).toEqual({ kind: 'dates', since: '2024-01-01', until: '' });
    expect(parseTimeRange(' : 2024-02-01')).toEqual({ kind: 'dates', since: '', until: '2024-02-01' });
  });

  it('leaves to the text field what it cannot hold', () => {
    for (const text of ['Last 90 days', 'last week', '2024-01-01T08:00:00 : now', 'DATEADD(DATETIME("now"), -1, day) : now']) {
      expect(parseTimeRange(text)).toEqual({ kind: 'text', text });
    }
  });

  it('writes dates back, open sides included', () => {
    for (const wire of ['2024-01-01 : 2024-02-01', '2024-01-01 : ', ' : 2024-02-01']) {
      const range = parseTimeRange(wire);
      expect(range.kind === 'dates' && formatDates(range.since, range.until)).toBe(wire);
    }
    expect(formatDates('', '')).toBe(NO_FILTER);
    expect([areDatesValid('2024-02-01', '2024-01-01'), areDatesValid('2024-01-01', '2024-01-01'), areDatesValid('', ''), areDatesValid('', '2024-01-01')]).toEqual([false, false, false, true]);
  });

  it('has a name for every range on offer', () => {
    const names = PRESETS.flatMap(({ groupKey, presets }) => [t(groupKey), ...presets.map(({ value }) => describeTimeRange(value, t))]);
    expect(names.filter((name) => name.startsWith('missing'))).toEqual([]);
    expect(describeTimeRange('2024-01-01 : ', t)).toBe('From 2024-01-01');
  });
});

describe('time filter (contract §8.4)', () => {
  const filter = { id: 'T', name: 'When', filterType: 'filter_time' } as NativeFilter;
  const code = createTimeFilter(ctx, createTimeRangeEditor(ctx));

  it('makes a mask of a range, and none of “No filter”', () => {
    expect(code.toDataMask('Last week', filter)).toEqual({ extraFormData: { time_range: 'Last week' }, filterState: { value: 'Last week', label: 'Last week' } });
    for (const nothing of [null, undefined, '', NO_FILTER]) expect(code.toDataMask(nothing, filter).extraFormData).toEqual({});
    expect(code.describe('previous calendar year', filter)).toBe('When: Previous calendar year');
  });
});

describe('time-range editor', () => {
  afterEach(cleanup);
  const Editor = createTimeRangeEditor(ctx);
  const open = (value: string) => {
    const onChange = vi.fn();
    render(<Editor label="Time range" value={value} onChange={onChange} />);
    fireEvent.click(screen.getByRole('button', { name: /^Time range/ }));
    return onChange;
  };
  const byName = (name: string) => screen.getByRole('button', { name, hidden: true });

  it('names the range in force and takes a ready-made one with one click', () => {
    const onChange = open('Last week');
    expect(screen.getByRole('button', { name: 'Time range Last week' })).toBeTruthy();
    expect(byName('Last week').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(byName('Current month'));
    expect(onChange).toHaveBeenCalledWith('Current month');
    expect(screen.queryByText('From (inclusive)')).toBeNull();
  });

  it('takes dates once they make a range', () => {
    const onChange = open('2024-01-01 : 2024-02-01');
    const until = screen.getByLabelText('To (exclusive)');
    fireEvent.change(until, { target: { value: '2023-01-01' } });
    expect(screen.getByText('The end must be after the start')).toBeTruthy();
    expect((screen.getAllByRole('button', { name: 'Use', hidden: true })[0] as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(until, { target: { value: '2024-03-01' } });
    fireEvent.click(screen.getAllByRole('button', { name: 'Use', hidden: true })[0] as HTMLElement);
    expect(onChange).toHaveBeenCalledWith('2024-01-01 : 2024-03-01');
  });

  it('takes any text of the grammar, and “No filter”', () => {
    const onChange = open('Last 90 days');
    const text = screen.getByLabelText('Time range as text');
    expect((text as HTMLInputElement).value).toBe('Last 90 days');
    fireEvent.change(text, { target: { value: ' Last 30 days ' } });
    fireEvent.keyDown(text, { key: 'Enter' });
    expect(onChange).toHaveBeenCalledWith('Last 30 days');
    cleanup();
    const clear = open('Last week');
    fireEvent.click(byName('No filter'));
    expect(clear).toHaveBeenCalledWith(NO_FILTER);
  });
});
