import type { KindFiles } from './load-files.ts';
import type { Warnings } from './warnings.ts';

/** Longest time the looks after an import may take together, in milliseconds: hosts of a bundle may be far away. */
const CHECK_MS = 10_000;
const AT_ONCE = 4;
/** Bundles of everything hold more than anyone waits for. */
const MAX_CHECKS = 200;

interface Check {
  readonly path: string;
  run(signal: AbortSignal): Promise<readonly string[]>;
}

/** Asks the kinds whether what was imported works, and notes what does not. Never fails: the import is done. */
export async function checkImported(loaded: readonly KindFiles[], ids: ReadonlyMap<string, number>, warnings: Warnings): Promise<void> {
  const checks: Check[] = loaded.flatMap(({ transfer, files }) =>
    files.flatMap(({ path }) => {
      const id = ids.get(path);
      return transfer.check && id !== undefined ? [{ path, run: (signal: AbortSignal) => transfer.check?.(id, signal) ?? Promise.resolve([]) }] : [];
    }),
  );
  const waiting = checks.slice(0, MAX_CHECKS);
  for (const { path } of checks.slice(MAX_CHECKS)) warnings.add(path, 'Was not checked');
  const signal = AbortSignal.timeout(CHECK_MS);
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const messages = await within(check.run(signal), signal);
      for (const message of messages) warnings.add(check.path, message);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, worker));
}

/** The messages, or one that the time was up: some drivers do not heed a signal. */
function within(work: Promise<readonly string[]>, signal: AbortSignal): Promise<readonly string[]> {
  const late = ['Could not be checked in time'];
  if (signal.aborted) return Promise.resolve(late);
  return Promise.race([
    work.catch(() => ['Could not be checked']),
    new Promise<readonly string[]>((resolve) => signal.addEventListener('abort', () => resolve(late), { once: true })),
  ]);
}
