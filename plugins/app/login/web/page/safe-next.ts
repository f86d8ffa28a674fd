/** The path to go to after signing in; anything that could lead to another site becomes `home`. */
export function safeNext(next: string | null | undefined, origin: string, home: string): string {
  if (!next || !next.startsWith('/') || !URL.canParse(next, origin)) return home;
  const url = new URL(next, origin);
  return url.origin === origin && /^\/(?![/\\])/.test(next) ? url.pathname + url.search + url.hash : home;
}
