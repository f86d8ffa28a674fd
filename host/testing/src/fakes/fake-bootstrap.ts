import type { Bootstrap } from '@orrery/sdk/web';

/** What a test may say about the page; the rest is a signed-in administrator, English, at the root of the site. */
export interface FakeBootstrap {
  readonly user?: Partial<Bootstrap['user']>;
  readonly common?: Partial<Bootstrap['common']>;
  readonly embedded?: Bootstrap['embedded'];
}

/** The data a page is served with. */
export function fakeBootstrap({ user, common, embedded }: FakeBootstrap = {}): Bootstrap {
  return {
    user: { id: 1, username: 'admin', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', roles: {}, isAnonymous: false, isAdmin: true, ...user },
    common: { application_root: '', static_assets_prefix: '', conf: {}, locale: 'en', feature_flags: {}, ...common },
    ...(embedded ? { embedded } : {}),
  };
}
