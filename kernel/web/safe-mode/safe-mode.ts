import type { IndexedPlugin } from '@orrery/sdk';
import type { SafeModeLevel } from './boot-sentinel.ts';
import { endBoot, markInteractive } from './boot-sentinel.ts';

const SETTLED_MS = 10_000;

/** What the boot script decided, and how plugins are masked by it. */
export interface SafeMode {
  readonly level: SafeModeLevel;
  /** Ids masked so far, for the banner. */
  readonly masked: ReadonlySet<string>;
  /** The plugin as it may run: disabled with a reason when safe mode or `?disable=` says so. */
  mask(plugin: IndexedPlugin): IndexedPlugin;
  /** Call when the first page is drawn. */
  settle(): void;
  /** Forgets the failed boots; a reload then starts everything. */
  leave(): void;
}

/** Reads what the boot script left on the root element. `reason` is shown with each masked plugin. */
export function createSafeMode(root: HTMLElement, storage: Storage | undefined, reason: () => string): SafeMode {
  const level = Number(root.dataset['safeMode'] ?? 0) as SafeModeLevel;
  const disabled = new Set((root.dataset['disable'] ?? '').split(',').filter(Boolean));
  const boot = Number(root.dataset['boot'] ?? 0);
  const masked = new Set<string>();
  const mayRun = (plugin: IndexedPlugin) =>
    plugin.required || (!disabled.has(plugin.manifest.id) && (level === 0 || (level === 1 && plugin.source === 'builtin')));
  return {
    level,
    masked,
    mask(plugin) {
      if (plugin.disabled !== undefined || mayRun(plugin)) return plugin;
      masked.add(plugin.manifest.id);
      return { ...plugin, disabled: reason() };
    },
    settle() {
      if (!storage || boot === 0) return;
      markInteractive(storage, boot);
      const timer = setTimeout(() => endBoot(storage, boot, level === 0), SETTLED_MS);
      // Leaving a page that was drawn is no crash.
      window.addEventListener('pagehide', () => (clearTimeout(timer), endBoot(storage, boot, false)), { once: true });
    },
    leave() {
      if (storage) endBoot(storage, boot, true);
    },
  };
}
