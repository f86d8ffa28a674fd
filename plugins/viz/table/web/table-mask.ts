import type { DataMask, FilterValue } from '@orrery/sdk';

/** The mask after a click on a cell: its value joins or leaves the selection of its column (VQ-16). */
export function tableMask(selected: Readonly<Record<string, readonly FilterValue[]>>, column: string, value: FilterValue): DataMask {
  const before = selected[column] ?? [];
  const values = before.includes(value) ? before.filter((item) => item !== value) : [...before, value];
  const active = Object.entries({ ...selected, [column]: values }).filter(([, list]) => list.length > 0);
  const labels = active.flatMap(([, list]) => list.map((item) => (item === null ? '<NULL>' : String(item))));
  return {
    // NULL is no member of a list; a selection with it and others cannot be said in one filter, so others win.
    extraFormData: { filters: active.map(([col, list]) => (list.every((item) => item === null) ? { col, op: 'IS NULL' } : { col, op: 'IN', val: list.filter((item) => item !== null) })) },
    filterState: { value: labels.length > 0 ? labels : null, label: labels.join(', '), filters: Object.fromEntries(active) },
  };
}
