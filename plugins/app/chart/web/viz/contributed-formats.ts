import type { ContributionReader, DisposableStore, FormData } from '@orrery/sdk';
import { Formatters } from '@orrery/sdk/web';

/** Loads the formats of other plugins that charts name. */
export interface ContributedFormats {
  /** Ids in form data that are not loaded yet; empty for almost every chart. */
  missing(formData: FormData): readonly string[];
  /** Resolves when the formats are known, or cannot be had: the chart then prints the plain number. */
  load(ids: readonly string[]): Promise<void>;
}

const FORMAT_KEY = /format/i;

/** Keeps what it registers with the kit until the plugin goes; the kit itself is fetched only when a format is needed. */
export function createContributedFormats(points: ContributionReader, subscriptions: DisposableStore): ContributedFormats {
  const settled = new Set<string>();
  const looksContributed = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9-]*\.[A-Za-z]/.test(value);
  return {
    missing: (formData) =>
      Object.entries(formData).flatMap(([key, value]) => (FORMAT_KEY.test(key) && looksContributed(value) && !settled.has(value) ? [value] : [])),
    async load(ids) {
      const { isContributedFormat, registerNumberFormat } = await import('@orrery/sdk/chart');
      await points.loadAll(Formatters);
      for (const id of ids) {
        if (!isContributedFormat(id) || settled.has(id)) continue;
        settled.add(id);
        if (!points.find(Formatters, id)) continue;
        const code = await points.load(Formatters, id).catch(() => undefined);
        if (code) subscriptions.add(registerNumberFormat(id, (value) => code.format(value)));
      }
    },
  };
}
