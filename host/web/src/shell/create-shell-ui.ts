import type { ShellUi } from '@orrery/sdk/web';
import type { ConfirmQueue } from '../overlay/confirm-queue.ts';
import { createConfirmQueue } from '../overlay/confirm-queue.ts';
import type { ToastList } from '../overlay/toast-list.ts';
import { createToasts } from '../overlay/toast-list.ts';
import type { TitleStack } from './title-stack.ts';
import { createTitleStack } from './title-stack.ts';

/** What the shell draws on behalf of the kernel and of plugins, with the state behind it. */
export interface ShellState {
  readonly ui: ShellUi;
  readonly toasts: ToastList;
  readonly questions: ConfirmQueue;
  readonly titles: TitleStack;
}

/** Creates the state of the shell; `search` is that of the address the page was opened with. An embedded page has no navigation. */
export function createShellUi(document: Document, product: string, search: string, isEmbedded = false): ShellState {
  const toasts = createToasts();
  const questions = createConfirmQueue();
  const titles = createTitleStack(document, product);
  return { toasts, questions, titles, ui: { standalone: readStandalone(search) || (isEmbedded ? embeddedMode(search) : 0), toast: toasts.add, confirm: questions.ask, setTitle: titles.set } };
}

/** 0 none, 1 without navigation, 2 without title too, 3 report (census ROUTE-36). */
function readStandalone(search: string): 0 | 1 | 2 | 3 {
  const value = new URLSearchParams(search).get('standalone');
  return value === 'true' ? 1 : value === '1' || value === '2' || value === '3' ? (Number(value) as 1 | 2 | 3) : 0;
}

/** Bit 1 of `uiConfig` hides the title (census SEC-12). */
function embeddedMode(search: string): 1 | 2 {
  return Number(new URLSearchParams(search).get('uiConfig') ?? 0) & 1 ? 2 : 1;
}
