import type { ContributionReader } from '@orrery/sdk';
import { JinjaMacros } from '../../../contract.ts';
import type { TemplateValue } from '../python-text.ts';
import type { Macro } from './macro.ts';

function isSafe(value: unknown): value is TemplateValue {
  if (value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isSafe);
  return typeof value === 'object' && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null) && Object.values(value).every(isSafe);
}

/** Macros other plugins offer; arguments are handed on in order, named ones as a map at the end. */
export async function pluginMacros(points: Pick<ContributionReader, 'loadAll' | 'load'>): Promise<Readonly<Record<string, (given: readonly TemplateValue[]) => Macro>>> {
  const found = await points.loadAll(JinjaMacros);
  return Object.fromEntries(
    found.map(({ value: { name } }) => [
      name,
      (given: readonly TemplateValue[]): Macro => ({
        params: [],
        async run({ user, dataset, dialect, formData }, _, effects) {
          const code = await points.load(JinjaMacros, name);
          const result = await code({ user, dataset, dialect, formData, addCacheKey: (key) => void effects.cacheKeys.push(key) }, ...given);
          if (!isSafe(result)) throw new Error(`Unsafe return type ${typeof result} for function ${name}`);
          return result;
        },
      }),
    ]),
  );
}
