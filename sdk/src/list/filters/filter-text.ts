import type { ListFilter } from '../declaration.ts';
import type { FilterValue } from '../state/list-state.ts';
import type { SdkTranslate } from '@orrery/sdk/ui';

/** A filter's value in words, for its chip. Pure. @internal */
export function filterText(filter: ListFilter, value: FilterValue, t: SdkTranslate): string {
  if (Array.isArray(value)) {
    const [from, to] = value as readonly [string | null, string | null];
    return [from && t('filter.after', { date: from }), to && t('filter.before', { date: to })].filter(Boolean).join(', ');
  }
  if (typeof value === 'object') return (value as { label: string }).label;
  if (filter.kind === 'boolean') return value === true || value === 'true' ? (filter.yesLabel ?? t('filter.yes')) : (filter.noLabel ?? t('filter.no'));
  if (filter.kind === 'select' && Array.isArray(filter.options)) return filter.options.find((option) => option.value === value)?.label ?? String(value);
  return String(value);
}
