import type { ServiceToken } from '@orrery/sdk';

/** A service the test offers in place of the plugin that really provides it. */
export interface FakeService {
  readonly token: ServiceToken<unknown>;
  readonly value: unknown;
}

/** Pairs a token with a stand-in; only the members the test needs have to be there. */
export function fakeService<T extends object>(token: ServiceToken<T>, value: Partial<T>): FakeService {
  return { token, value };
}
