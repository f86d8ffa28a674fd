import type { Logger } from '@orrery/sdk';

/** Writes to the browser's console, tagged with the plugin. */
export function createLogger(pluginId: string): Logger {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string, fields?: Readonly<Record<string, unknown>>) =>
    fields ? console[level](`[${pluginId}] ${message}`, fields) : console[level](`[${pluginId}] ${message}`);
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
