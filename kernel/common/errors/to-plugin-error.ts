import type { PluginErrorCode } from '@orrery/sdk';
import { isPluginError, PluginError } from '@orrery/sdk';

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Anything thrown as a {@link PluginError}; one that is so already stays as it is. */
export function toPluginError(error: unknown, code: PluginErrorCode, pluginId: string, what: string): PluginError {
  if (isPluginError(error)) return error;
  return new PluginError(code, pluginId, `${what}: ${messageOf(error)}`, { cause: error });
}
