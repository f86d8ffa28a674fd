import { sep } from 'node:path';
import type { KernelLog } from '@orrery/kernel/server';

/** The plugin whose files a stack runs through first. */
export function attributeFault(stack: string, folders: readonly { readonly id: string; readonly folder: string }[]): string | undefined {
  const hits = folders.map(({ id, folder }) => ({ id, at: stack.replaceAll('\\', '/').indexOf(`${folder.replaceAll(sep, '/')}/`) })).filter(({ at }) => at >= 0);
  return hits.sort((a, b) => a.at - b.at)[0]?.id;
}

/**
 * Keeps the process alive through a plugin's mistakes: a rejected promise nobody waited for, or an error thrown
 * from a plugin's own timer. An error of the server itself leaves an unknown state behind, so `end` is called.
 */
export function watchFaults(log: KernelLog, folders: readonly { readonly id: string; readonly folder: string }[], end: () => void): void {
  const report = (error: unknown, kind: string): string | undefined => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const plugin = attributeFault(stack, folders);
    log.error(kind, { ...(plugin ? { plugin } : {}), error: stack });
    return plugin;
  };
  process.on('unhandledRejection', (error) => void report(error, 'A rejected promise was not handled'));
  process.on('uncaughtException', (error) => {
    if (!report(error, 'An error was not caught')) end();
  });
}
