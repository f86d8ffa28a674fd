/**
 * Notices boots that never finished, so that a plugin cannot lock people out. Runs in the boot script before any module,
 * so it must import nothing.
 */

/** 0 all plugins, 1 only built-in ones, 2 only those the application cannot run without. */
export type SafeModeLevel = 0 | 1 | 2;

const KEY = 'orrery:boots';
/** A boot that reached its first page and then kept still for this long was a hang, not a tab opened a moment ago. */
const HANG_MS = 15_000;
/** Boots older than this say nothing of today. */
const FORGET_MS = 600_000;

interface Boot {
  readonly id: number;
  readonly at: number;
  readonly phase: 'boot' | 'interactive';
}

type Area = Pick<Storage, 'getItem' | 'setItem'>;

function read(storage: Area): Boot[] {
  try {
    const boots = JSON.parse(storage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(boots) ? (boots as Boot[]) : [];
  } catch {
    return [];
  }
}

/** Records the start of a boot; answers its id and how much of the platform may run. Two unfinished boots: 1, three: 2. */
export function beginBoot(storage: Area, search: string, now: number): { readonly id: number; readonly level: SafeModeLevel; readonly disable: readonly string[] } {
  const earlier = read(storage).filter((boot) => now - boot.at < FORGET_MS);
  const unfinished = earlier.filter((boot) => boot.phase === 'boot' || now - boot.at > HANG_MS).length;
  storage.setItem(KEY, JSON.stringify([...earlier, { id: now, at: now, phase: 'boot' }].slice(-5)));
  const params = new URLSearchParams(search);
  const asked = params.get('safe-mode');
  const forced = asked === null ? 0 : asked === '2' ? 2 : 1;
  const level = Math.max(forced, unfinished >= 3 ? 2 : unfinished >= 2 ? 1 : 0) as SafeModeLevel;
  return { id: now, level, disable: (params.get('disable') ?? '').split(',').filter(Boolean) };
}

/** The first page is drawn. */
export function markInteractive(storage: Area, id: number): void {
  storage.setItem(KEY, JSON.stringify(read(storage).map((boot) => (boot.id === id ? { ...boot, phase: 'interactive' } : boot))));
}

/** The boot went well; `all` also forgets earlier ones. */
export function endBoot(storage: Area, id: number, all: boolean): void {
  storage.setItem(KEY, JSON.stringify(all ? [] : read(storage).filter((boot) => boot.id !== id || boot.phase === 'boot')));
}
