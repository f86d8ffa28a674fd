import { toDisposable } from '@orrery/sdk';
import type { ShellUi, ThemeMode, ThemeService, ToastKind } from '@orrery/sdk/web';
import { DEFAULT_TOKENS } from '@orrery/sdk/web';

/** What plugins asked the shell to show. */
export interface ShellRecord {
  readonly toasts: readonly { readonly kind: ToastKind; readonly message: string }[];
  readonly questions: readonly string[];
  /** Titles shown now, the page's name last. */
  readonly titles: readonly string[];
}

/** A shell that draws nothing and remembers everything; `confirm` answers its questions. */
export function fakeShell(confirm: (title: string) => boolean): { readonly ui: ShellUi; readonly record: ShellRecord } {
  const toasts: { kind: ToastKind; message: string }[] = [];
  const questions: string[] = [];
  const titles: string[] = [];
  const ui: ShellUi = {
    toast(kind, message) {
      toasts.push({ kind, message });
      return toDisposable(() => {});
    },
    async confirm({ title }) {
      questions.push(title);
      return confirm(title);
    },
    setTitle(title) {
      titles.push(title);
      return toDisposable(() => titles.splice(titles.lastIndexOf(title), 1));
    },
    standalone: 0,
  };
  return { ui, record: { toasts, questions, titles } };
}

/** The default tokens in the scheme the test asks for. */
export function fakeTheme(): ThemeService {
  const listeners = new Set<() => void>();
  let mode: ThemeMode = 'light';
  return {
    get mode() {
      return mode;
    },
    get tokens() {
      return DEFAULT_TOKENS[mode === 'dark' ? 'dark' : 'light'];
    },
    setMode(next) {
      mode = next;
      for (const listener of listeners) listener();
    },
    onDidChange(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return toDisposable(() => listeners.delete(own));
    },
  };
}
