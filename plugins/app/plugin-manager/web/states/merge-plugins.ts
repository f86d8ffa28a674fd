import type { PluginHealth } from '@orrery/sdk/web';

/** A row of `GET /api/v1/plugin/`. */
export interface RegisteredPlugin {
  readonly id: string;
  readonly displayName: string;
  readonly description?: string;
  readonly publisher?: string;
  readonly version: string;
  readonly source: 'builtin' | 'dynamic';
  readonly tier: string;
  readonly required?: boolean;
  readonly state: 'enabled' | 'disabled' | 'rejected';
  readonly reason?: PluginReason;
  readonly server?: { readonly state: string; readonly reason?: PluginReason };
  readonly bundle_url?: string;
  readonly dynamicId?: number;
}

export interface PluginReason {
  readonly code: string;
  readonly message: string;
}

/** One line of the page: what the server has registered, and how it fares here. */
export interface PluginLine {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly version: string;
  readonly source?: 'builtin' | 'dynamic';
  readonly tier?: string;
  /** Life-cycle state; `idle` has not been needed by this page. */
  readonly state: string;
  readonly reason?: PluginReason;
  /** Which half the reason is about. */
  readonly isServerReason: boolean;
  readonly loadMs?: number;
  readonly activateMs?: number;
  readonly faults: number;
  readonly canSwitch: boolean;
  readonly canRetry: boolean;
  /** This page may do without it for a while. */
  readonly canPause: boolean;
  readonly dynamicId?: number;
}

/** This page itself cannot do without. */
const OWN_ID = 'plugin-manager';
const FAILED: ReadonlySet<string> = new Set(['rejected', 'blocked', 'loadFailed', 'activationFailed', 'quarantined']);
const RETRYABLE: ReadonlySet<string> = new Set(['loadFailed', 'activationFailed', 'quarantined', 'blocked']);

/** True for a line a person should look at. Pure. */
export function hasProblem(line: PluginLine): boolean {
  return FAILED.has(line.state);
}

/** Plugins a search may switch off: those people added first, as they are likelier the cause. Pure. */
export function bisectCandidates(lines: readonly PluginLine[], paused: readonly string[]): readonly string[] {
  const able = lines.filter((line) => line.canPause && (line.state !== 'disabled' || paused.includes(line.id)));
  return [...able].sort((a, b) => Number(b.source === 'dynamic') - Number(a.source === 'dynamic') || a.id.localeCompare(b.id)).map(({ id }) => id);
}

/** Joins the server's list with the states of this page, problems first, then by name. Pure. */
export function mergePlugins(registered: readonly RegisteredPlugin[], states: readonly PluginHealth[]): readonly PluginLine[] {
  const byId = new Map(states.map((state) => [state.id, state]));
  const known = new Set(registered.map((plugin) => plugin.id));
  const lines = [
    ...registered.map((plugin) => toLine(plugin, byId.get(plugin.id))),
    // Known to this page alone: a bundle whose manifest never arrived, for one.
    ...states.filter((state) => !known.has(state.id)).map((state) => toLine(undefined, state)),
  ];
  return lines.sort((a, b) => Number(hasProblem(b)) - Number(hasProblem(a)) || a.name.localeCompare(b.name));
}

function toLine(plugin: RegisteredPlugin | undefined, state: PluginHealth | undefined): PluginLine {
  const isOff = plugin !== undefined && plugin.state !== 'enabled';
  const isServerFailed = FAILED.has(plugin?.server?.state ?? '');
  const isHereFailed = FAILED.has(state?.state ?? '');
  const current = isOff ? plugin.state : isHereFailed || !isServerFailed ? (state?.state ?? plugin?.server?.state ?? 'idle') : (plugin?.server?.state ?? 'idle');
  const isServerReason = !isOff && !isHereFailed && isServerFailed;
  return {
    id: plugin?.id ?? state?.id ?? '',
    name: plugin?.displayName ?? state?.displayName ?? '',
    description: plugin?.description,
    version: plugin?.version ?? state?.version ?? '',
    source: plugin?.source ?? state?.source,
    tier: plugin?.tier,
    state: current,
    reason: isOff ? (plugin.reason ?? state?.reason) : isServerReason ? plugin?.server?.reason : (state?.reason ?? plugin?.reason),
    isServerReason,
    loadMs: state?.loadMs,
    activateMs: state?.activateMs,
    faults: state?.faults ?? 0,
    canSwitch: plugin !== undefined && plugin.required !== true && plugin.state !== 'rejected',
    canRetry: !isOff && (RETRYABLE.has(state?.state ?? '') || (state?.state === 'rejected' && state.source === 'dynamic')),
    canPause: plugin !== undefined && plugin.required !== true && plugin.state === 'enabled' && state?.state !== 'rejected' && plugin.id !== OWN_ID,
    dynamicId: plugin?.dynamicId,
  };
}
