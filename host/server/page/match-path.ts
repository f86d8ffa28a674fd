/** Parameters of a path under a route pattern, trailing slashes aside: `:name` is one segment, `*` the rest. Undefined when it is another path. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [segments(pattern), segments(path)];
  if (wanted.at(-1) !== '*' && wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    if (segment === '*') break;
    const value = given[at];
    if (value === undefined || (!segment.startsWith(':') && segment !== value)) return undefined;
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
  }
  return params;
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean);
}
