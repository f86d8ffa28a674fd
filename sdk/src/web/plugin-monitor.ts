import type { Disposable, PluginError, PluginState } from '@orrery/sdk';
import { createToken } from '@orrery/sdk';

/** How one plugin fares in this page. @public */
export interface PluginHealth {
  readonly id: string;
  readonly displayName: string;
  readonly version: string;
  readonly source: 'builtin' | 'dynamic';
  readonly state: PluginState;
  /** Why it is rejected, blocked, failed, quarantined or disabled. */
  readonly reason?: PluginError;
  /** What made it activate, e.g. `onViz:pie`. */
  readonly activatedBy?: string;
  /** Milliseconds. */
  readonly loadMs?: number;
  readonly activateMs?: number;
  /** Main-thread milliseconds in frames longer than 50 ms; 0 where the browser does not tell. */
  readonly longFrameMs: number;
  readonly faults: number;
}

/** How the list of dynamic plugins fares; `off` when the server has none. @public */
export interface DynamicListHealth {
  readonly phase: 'idle' | 'loading' | 'ready' | 'off' | 'failed';
  readonly reason?: PluginError;
}

/** A service of the platform itself: the plugins known to this page, for the Plugins page and for diagnosis. @public */
export interface PluginMonitor {
  list(): readonly PluginHealth[];
  /** Reads the list of dynamic plugins, anew when `again`; never rejects. */
  loadDynamic(again?: boolean): Promise<DynamicListHealth>;
  /** Asks the server for a plugin again and applies what has changed: added, updated, switched, removed. */
  reload(id: string): Promise<void>;
  /** Tries a failed, rejected or paused plugin again; rejects when it fails again. */
  retry(id: string): Promise<void>;
  /** What {@link PluginMonitor.pause} keeps off. */
  readonly paused: readonly string[];
  /** Switches exactly these off in this page and those it paused before on again, until a reload; required plugins stay. `why` is shown as the reason. */
  pause(ids: readonly string[], why: string): Promise<void>;
  /** 0 all plugins run, 1 only built-in ones, 2 only those the application cannot run without. */
  readonly safeMode: 0 | 1 | 2;
  onDidChange(listener: () => void): Disposable;
}

/** @public */
export const PluginMonitor = createToken<PluginMonitor>('core', 'PluginMonitor', 1);
