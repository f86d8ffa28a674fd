import { createContext, useContext, useSyncExternalStore } from 'react';
import type { WebKernel } from '../../../kernel/web/index.ts';

/** The running kernel, for the parts of the shell. */
export const KernelContext = createContext<WebKernel | undefined>(undefined);

/** The running kernel. */
export function useKernel(): WebKernel {
  const kernel = useContext(KernelContext);
  if (!kernel) throw new Error('The shell is drawn inside KernelContext');
  return kernel;
}

/** Re-renders with something that tells of its changes and answers the same value in between. */
export function useStore<T>(store: { subscribe(listener: () => void): () => void }, read: () => T): T {
  return useSyncExternalStore((notify) => store.subscribe(notify), read);
}
