import type { JsonObject, User } from '@orrery/sdk';
import { createExtensionPoint } from '@orrery/sdk';

/** A request for a page whose address a plugin has claimed. @public */
export interface PageQuestion {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly user: User;
}

/** How the application's page is served at such an address. @public */
export interface PagePlan {
  /** Origins whose pages may show this one in a frame, `*` for all; nobody when empty. */
  readonly frameAncestors?: readonly string[];
  /** Nobody is signed in on this page, whatever cookies came: who uses it proves who they are in another way. */
  readonly isAnonymous?: boolean;
  /** Stands in the bootstrap data beside `user` and `common`. */
  readonly bootstrap?: JsonObject;
  /** Sent in place of the application: what is wrong and what to do about it. */
  readonly problem?: { readonly status: number; readonly title: string; readonly message: string };
}

/** Decides how one page is served; an HttpError becomes the page of that failure. @public */
export type PageSource = (question: PageQuestion) => Promise<PagePlan>;

/** Pages served otherwise than the rest: in frames of other sites, without the account, with data of their own. `path` as in core.routes. @public */
export const Pages = createExtensionPoint<{ readonly id: string; readonly path: string }, PageSource>({ id: 'core.pages', version: 1 });

/** A page on its way to a visitor. @public */
export interface PageVisit {
  readonly user: User;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Origin as the client sees it. */
  readonly origin: string;
}

/** Values of `set-cookie` a page is sent with, none as a rule; must be quick: every page waits for it. @public */
export type PageCookieSource = (visit: PageVisit) => Promise<readonly string[]>;

/** Cookies of plugins that pages are sent with; not asked for pages without the account. @public */
export const PageCookies = createExtensionPoint<{ readonly id: string }, PageCookieSource>({ id: 'core.page-cookies', version: 1 });
