import type { JsonObject } from '@orrery/sdk';
import { createToken } from '@orrery/sdk';

/** What stands for a stored secret in answers; sent back, the secret is kept. */
export const SECRET_MASK = 'XXXXXXXXXX';

/** Settings for server halves. */
export interface SettingsService {
  /**
   * All values of a plugin: the defaults of its schemas, then what administrators set, then what `user` set for themselves.
   * With secrets in plain text: ask for your own plugin's only, and never answer or log them. Rejects when a secret cannot be opened any more.
   */
  get(pluginId: string, user?: { readonly id: number | null }): Promise<JsonObject>;
}

/** Provided on the server. */
export const SettingsService = createToken<SettingsService>('settings', 'SettingsService', 1);

/** One group of settings as `GET /api/v1/settings/` answers it. */
export interface SettingsGroup {
  /** Key of the `core.settings` contribution. */
  readonly id: string;
  readonly plugin: string;
  readonly scope: 'admin' | 'user';
  /** What differs from the defaults; secrets are masked. */
  readonly values: JsonObject;
  /** What holds where `values` says nothing: defaults, and for the settings of a person what administrators set. */
  readonly defaults: JsonObject;
}
