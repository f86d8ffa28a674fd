import { decodeRison, encodeRison } from '../../../sdk/src/common/index.ts';
import type { Runners } from '../vector.ts';
import { outcome } from '../vector.ts';

const fromAddress = (text: string): string | null => new URLSearchParams(text).get('q');

/** The query language of lists (contract §2.1). What a refusal says is ours. */
export const risonRunners: Runners = {
  rison_encode: ({ input, expected }) => ({ actual: encodeRison(input), expected }),
  // Which harmless characters an address leaves bare is a matter of taste: what the server reads is compared.
  rison_encode_uri: ({ input, expected }) => ({ actual: fromAddress(new URLSearchParams({ q: encodeRison(input) }).toString()), expected: fromAddress(`q=${String(expected)}`) }),
  async rison_decode({ input, expected }) {
    const isRefusal = typeof expected === 'object' && expected !== null && 'error' in expected;
    const actual = await outcome(() => decodeRison(input as string));
    return isRefusal ? { actual: typeof actual === 'object' && actual !== null && 'error' in actual ? 'refused' : actual, expected: 'refused' } : { actual, expected };
  },
};
