/** Where the CSRF token comes from: the page, then the server when the page's is refused. */
export interface CsrfToken {
  /** Undefined when there is none: the server then says so in its answer. */
  get(): Promise<string | undefined>;
  /** Asks the server for a new one; concurrent callers share the request. */
  refresh(): Promise<string | undefined>;
}

/** Reads `#csrf_token` of the page at first; `fetchToken` asks `/api/v1/security/csrf_token/`. */
export function createCsrfToken(document: Document, fetchToken: () => Promise<string | undefined>): CsrfToken {
  let token = document.querySelector<HTMLInputElement>('#csrf_token')?.value || undefined;
  let pending: Promise<string | undefined> | undefined;
  const refresh = () =>
    (pending ??= fetchToken()
      .catch(() => undefined)
      .then((fresh) => {
        pending = undefined;
        return (token = fresh);
      }));
  return { get: async () => token ?? (await refresh()), refresh };
}
