/** Where to go after signing in: a path of this server, or the fallback. Everything that could lead elsewhere is refused. */
export function safeNext(next: unknown, fallback: string): string {
  // eslint-disable-next-line no-control-regex -- browsers drop control characters before they read the address
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/u.test(next)) return fallback;
  const url = new URL(next, 'http://self.invalid');
  // `/..//elsewhere` becomes `//elsewhere` only now.
  return url.origin === 'http://self.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback;
}
