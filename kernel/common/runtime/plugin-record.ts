import type { Disposable, IndexedPlugin, PluginError, PluginState } from '@orrery/sdk';
import type { PluginStatus } from '../contract.ts';
import { canMove } from '../lifecycle/transitions.ts';
import type { PluginSession } from './plugin-session.ts';

/** All the runtime keeps of one plugin. */
export class PluginRecord<Ctx> {
  readonly id: string;
  state: PluginState = 'discovered';
  reason: PluginError | undefined;
  activatedBy: string | undefined;
  loadMs: number | undefined;
  activateMs: number | undefined;
  /** Declared points and static halves, while they are visible. */
  statics: Disposable | undefined;
  session: PluginSession<Ctx> | undefined;
  /** The activation all callers share. */
  flight: { readonly promise: Promise<Ctx>; readonly controller: AbortController } | undefined;
  /** A deactivation that must end before the next activation. */
  closing: Promise<void> | undefined;
  retryTimer: ReturnType<typeof setTimeout> | undefined;
  retries = 0;
  private snapshot: PluginStatus | undefined;

  constructor(readonly plugin: IndexedPlugin) {
    this.id = plugin.manifest.id;
  }

  /** Changes the state; a move the table does not list is a mistake of the kernel. */
  move(to: PluginState, reason?: PluginError): void {
    if (!canMove(this.state, to)) throw new Error(`Plugin ${this.id} cannot go from ${this.state} to ${to}`);
    this.state = to;
    this.reason = reason;
    this.snapshot = undefined;
  }

  /** The same object until something changes. */
  status(faults: number): PluginStatus {
    if (this.snapshot?.faults !== faults) this.snapshot = undefined;
    const { id, plugin, state, reason, activatedBy, loadMs, activateMs } = this;
    this.snapshot ??= Object.freeze({ id, plugin, state, reason, activatedBy, loadMs, activateMs, faults });
    return this.snapshot;
  }
}
