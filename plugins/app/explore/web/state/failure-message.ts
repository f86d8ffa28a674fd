import type { PluginContext } from '@orrery/sdk/web';
import { isApiError } from '@orrery/sdk/web';

const FORBIDDEN = 403;

/** What to tell the user about a failed call: the server's own words, or ours where it has none. */
export function failureMessage(error: unknown, { i18n }: Pick<PluginContext, 'i18n'>, forbiddenKey?: string): string {
  if (isApiError(error)) {
    if (error.status === FORBIDDEN && forbiddenKey) return i18n.t(forbiddenKey);
    if (error.status === 0) return i18n.t('error.network');
    const fields = Object.entries(error.fields).map(([field, problems]) => `${field}: ${problems.join(', ')}`);
    return fields.length > 0 ? fields.join('; ') : error.message || i18n.t('error.unknown');
  }
  return error instanceof Error ? error.message : i18n.t('error.unknown');
}
