/** What stands for no time range on the wire. */
export const NO_FILTER = 'No filter';

/** A ready-made time range: its text on the wire and the key of its name. */
export interface TimePreset {
  readonly value: string;
  readonly textKey: string;
}

/** Ready-made ranges by group, in the order they are offered. The wire texts are case-sensitive (contract §5.1). */
export const PRESETS: readonly { readonly groupKey: string; readonly presets: readonly TimePreset[] }[] = [
  { groupKey: 'group.last', presets: ['day', 'week', 'month', 'quarter', 'year'].map((unit) => ({ value: `Last ${unit}`, textKey: `last.${unit}` })) },
  {
    groupKey: 'group.previous',
    presets: ['week', 'month', 'quarter', 'year'].map((unit) => ({ value: `previous calendar ${unit}`, textKey: `previous.${unit}` })),
  },
  { groupKey: 'group.current', presets: ['day', 'week', 'month', 'quarter', 'year'].map((unit) => ({ value: `Current ${unit}`, textKey: `current.${unit}` })) },
];

/** A range read for editing. `until` is exclusive, as the contract has it. */
export type TimeRange =
  | { readonly kind: 'none' }
  | { readonly kind: 'preset'; readonly preset: TimePreset }
  | { readonly kind: 'dates'; readonly since: string; readonly until: string }
  | { readonly kind: 'text'; readonly text: string };

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a time range of the wire; what no simpler editor can hold is text. */
export function parseTimeRange(value: unknown): TimeRange {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text === NO_FILTER) return { kind: 'none' };
  const preset = PRESETS.flatMap(({ presets }) => presets).find((candidate) => candidate.value === text);
  if (preset) return { kind: 'preset', preset };
  // An open side may have lost its blank.
  const sides = ` ${text} `.split(' : ').map((side) => side.trim().replace(/T00:00:00$/, ''));
  const [since = '', until = ''] = sides;
  const isDates = sides.length === 2 && (since !== '' || until !== '') && [since, until].every((side) => side === '' || DATE.test(side));
  return isDates ? { kind: 'dates', since, until } : { kind: 'text', text };
}

/** The wire text of two dates, `YYYY-MM-DD` or empty for an open side. */
export function formatDates(since: string, until: string): string {
  return since === '' && until === '' ? NO_FILTER : `${since} : ${until}`;
}

/** Whether two dates make a range. */
export function areDatesValid(since: string, until: string): boolean {
  return (since !== '' || until !== '') && (since === '' || until === '' || since < until);
}

/** A range as one line, in the user's language. */
export function describeTimeRange(value: unknown, t: (key: string, args?: Readonly<Record<string, string>>) => string): string {
  const range = parseTimeRange(value);
  switch (range.kind) {
    case 'none':
      return t('range.none');
    case 'preset':
      return t(range.preset.textKey);
    case 'dates':
      if (range.since === '') return t('range.until', { until: range.until });
      return range.until === '' ? t('range.since', { since: range.since }) : t('range.between', { since: range.since, until: range.until });
    case 'text':
      return range.text;
  }
}
