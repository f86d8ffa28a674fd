import { createContext, useContext, useSyncExternalStore } from 'react';
import type { WebKernel } from '../../../kernel/web/index.ts';
import type { ShellState } from './shell/create-shell-ui.ts';

/** The running kernel and the state of the shell, for its parts. */
export const KernelContext = createContext<(WebKernel & ShellState) | undefined>(undefined);

/** The running kernel. */
export function useKernel(): WebKernel & ShellState {
  const kernel = useContext(KernelContext);
  if (!kernel) throw new Error('The shell is drawn inside KernelContext');
  return kernel;
}

/** Re-renders with something that tells of its changes and answers the same value in between. */
export function useStore<T>(store: { subscribe(listener: () => void): () => void }, read: () => T): T {
  return useSyncExternalStore((notify) => store.subscribe(notify), read);
}
