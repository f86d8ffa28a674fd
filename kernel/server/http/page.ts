import type { User } from '@orrery/sdk';

/** What is known of a request that wants a page. */
export interface PageRequest {
  readonly method: string;
  /** Path under the application root. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly origin: string;
  readonly user: User;
  /** Chosen language, or undefined when the caller never chose. */
  readonly locale: string | undefined;
  /** For forms and the first write of the page; bound to the caller's session. */
  readonly csrfToken: string;
  /** Status the page should have, and for failures what to tell the reader. */
  readonly status: number;
  readonly error?: { readonly message: string; readonly requestId: string };
}

/** A rendered page. Its Content-Security-Policy is set by the renderer. */
export interface Page {
  readonly html: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `set-cookie`, beside those of the kernel. */
  readonly cookies?: readonly string[];
  /** Pages of other sites may show it in a frame; which ones is in its Content-Security-Policy. */
  readonly isFramed?: boolean;
}

/** Answers every path that is no route with the application's page. */
export type RenderPage = (request: PageRequest) => Page | Promise<Page>;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The page shown when nothing else can render one. */
export function renderPlainPage(request: PageRequest): Page {
  const text = request.error?.message ?? (request.status === 404 ? 'There is nothing at this address.' : 'Orrery is running.');
  const escaped = text.replace(/[&<>"]/g, (char) => ESCAPES[char] as string);
  const reference = request.error ? `<p>Request ${request.error.requestId}</p>` : '';
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Orrery</title><h1>Orrery</h1><p>${escaped}</p>${reference}</html>`,
    headers: { 'content-security-policy': "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'" },
  };
}
