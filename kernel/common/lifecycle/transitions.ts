import type { PluginState } from '@orrery/sdk';

/** Where each state may lead; everything else is a mistake of the kernel. */
export const TRANSITIONS: Readonly<Record<PluginState, readonly PluginState[]>> = {
  discovered: ['validated', 'rejected', 'disabled'],
  validated: ['resolved', 'blocked', 'disabled'],
  resolved: ['registered', 'disabled'],
  registered: ['loading', 'blocked', 'quarantined', 'disabled'],
  loading: ['activating', 'loadFailed', 'activationFailed', 'registered'],
  activating: ['active', 'activationFailed', 'registered'],
  active: ['deactivating'],
  deactivating: ['registered', 'blocked', 'quarantined', 'disabled'],
  rejected: [],
  blocked: ['resolved', 'blocked', 'disabled'],
  loadFailed: ['loading', 'registered', 'blocked', 'quarantined', 'disabled'],
  activationFailed: ['loading', 'registered', 'blocked', 'quarantined', 'disabled'],
  quarantined: ['registered', 'blocked', 'disabled'],
  disabled: ['validated', 'disabled'],
};

/** True when a plugin may go from one state to the other. */
export function canMove(from: PluginState, to: PluginState): boolean {
  return TRANSITIONS[from].includes(to);
}

/** States in which the static halves of a plugin's contributions are visible. */
export const VISIBLE_STATES: ReadonlySet<PluginState> = new Set([
  'registered', 'loading', 'activating', 'active', 'deactivating', 'loadFailed', 'activationFailed', 'quarantined',
]);
