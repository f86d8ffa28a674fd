import type { SqlDialect } from '@orrery/sdk/server';
import { parseTimeRange } from '../../time/parse-time-range.ts';
import { strftime } from '../../time/strftime.ts';
import type { MapShape, TemplateValue } from '../python-text.ts';
import type { Macro, MacroEffects, TemplateFilter, TemplateScope } from './macro.ts';

const NO_FILTER = 'No filter';

/** How `get_time_filter` prints. */
export const TIME_FILTER_SHAPE: MapShape = { keys: ['from_expr', 'to_expr', 'time_range'], className: 'TimeFilter' };

function note(list: string[], column: string): void {
  if (!list.includes(column)) list.push(column);
}

function filtersOn(scope: TemplateScope, column: string, isRemoved: boolean, effects: MacroEffects): readonly TemplateFilter[] {
  const found = scope.filters.filter(({ col, val }) => col === column && val !== null && val !== undefined && val !== '' && !(Array.isArray(val) && val.length === 0));
  if (found.length === 0) return found;
  note(effects.applied, column);
  if (isRemoved) note(effects.removed, column);
  return found.map((filter) => (/^(?:NOT )?IN$/.test(filter.op) && !Array.isArray(filter.val) ? { ...filter, val: [filter.val] } : filter));
}

function instant(ms: number | null, targetType: string, format: string, dialect: SqlDialect): string | null {
  if (ms === null) return null;
  if (format) return strftime(ms, format);
  return targetType ? dialect.timestamp(ms, targetType) : null;
}

/** What the query is filtered by (contract §9.2). */
export const filterMacros: Readonly<Record<string, Macro>> = {
  filter_values: {
    params: ['column', 'default', 'remove_filter'],
    run(scope, args, effects) {
      const values = filtersOn(scope, String(args['column']), args['remove_filter'] === true, effects)
        .filter(({ op }) => op !== 'TEMPORAL_RANGE')
        .flatMap(({ val }) => val as TemplateValue | readonly TemplateValue[]) as TemplateValue[];
      const otherwise = args['default'];
      return values.length === 0 && otherwise !== null && otherwise !== undefined && otherwise !== '' ? [otherwise] : values;
    },
  },
  get_filters: {
    params: ['column', 'remove_filter'],
    run: (scope, args, effects) => filtersOn(scope, String(args['column']), args['remove_filter'] === true, effects).map(({ op, col, val }) => ({ op, col, val })),
  },
  get_time_filter: {
    params: ['column', 'default', 'target_type', 'strftime', 'remove_filter'],
    run(scope, args, effects) {
      const column = typeof args['column'] === 'string' ? args['column'] : '';
      const [filter] = column ? filtersOn(scope, column, args['remove_filter'] === true, effects).filter(({ op }) => op === 'TEMPORAL_RANGE') : [];
      const asked = filter ? String(filter.val) : (scope.timeRange ?? NO_FILTER);
      const range = asked === NO_FILTER && args['default'] ? String(args['default']) : asked;
      const columnType = scope.dataset?.columns.find(({ column_name: name }) => name === column)?.type ?? '';
      const target = String(args['target_type'] ?? columnType);
      const format = String(args['strftime'] ?? '');
      const { since, until } = parseTimeRange(range, { now: scope.now });
      return { from_expr: instant(since, target, format, scope.dialect), to_expr: instant(until, target, format, scope.dialect), time_range: range };
    },
  },
};
