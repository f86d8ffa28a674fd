import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';

/** The names of the page, the last one shown (census GEN-07). */
export interface TitleStack {
  readonly current: string;
  set(title: string): Disposable;
  subscribe(listener: () => void): () => void;
}

/** Keeps the document's title at the topmost name, with the product's after it. */
export function createTitleStack(document: Document, product: string): TitleStack {
  const titles: { readonly title: string }[] = [];
  const listeners = new Set<() => void>();
  const show = () => {
    const top = titles.at(-1)?.title ?? '';
    document.title = top === '' || top === product ? product : `${top} – ${product}`;
    for (const listener of listeners) listener();
  };
  return {
    get current() {
      return titles.at(-1)?.title ?? '';
    },
    set(title) {
      const entry = { title };
      titles.push(entry);
      show();
      return toDisposable(() => {
        titles.splice(titles.indexOf(entry), 1);
        show();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
