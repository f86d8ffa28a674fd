import { ensureArray } from '@orrery/sdk/viz';

/** Edits a control's value that is one item or a list of them. */
export interface ListValue<T> {
  readonly items: readonly T[];
  set(at: number | undefined, item: T): void;
  remove(at: number): void;
  move(from: number, to: number): void;
}

/** `isMultiple` false keeps the bare item, and null when it is taken away. */
export function listValue<T>(value: T | readonly T[] | null | undefined, isMultiple: boolean, onChange: (value: unknown) => void): ListValue<T> {
  const items = ensureArray(value).filter((item) => (item as unknown) !== '');
  const commit = (next: readonly T[]) => onChange(isMultiple ? next : (next[0] ?? null));
  return {
    items,
    set: (at, item) => commit(at === undefined ? (isMultiple ? [...items, item] : [item]) : items.with(at, item)),
    remove: (at) => commit(items.filter((_, index) => index !== at)),
    move(from, to) {
      const moved = items[from];
      if (moved === undefined) return;
      const rest = items.filter((_, index) => index !== from);
      commit([...rest.slice(0, to), moved, ...rest.slice(to)]);
    },
  };
}
