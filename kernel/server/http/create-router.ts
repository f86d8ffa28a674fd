import type { Disposable } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';

/** What a path led to. */
export interface RouteMatch<T> {
  readonly value: T;
  readonly params: Readonly<Record<string, string>>;
}

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  param?: Node<T>;
  rest?: Map<string, Entry<T>>;
  readonly methods: Map<string, Entry<T>>;
}

interface Entry<T> {
  readonly value: T;
  readonly names: readonly string[];
}

/**
 * Paths to values, by segment: fixed text wins over `:param`, which wins over a final `*`.
 * Unlike the server's own router it lets routes be taken back while running.
 */
export interface Router<T> {
  /** Throws when the same method and path are taken. */
  add(method: string, path: string, value: T): Disposable;
  match(method: string, path: string): RouteMatch<T> | undefined;
  /** What was added, each with its method. */
  readonly values: ReadonlyMap<T, string>;
  /** Methods that would have matched. */
  allowed(path: string): readonly string[];
}

export function createRouter<T>(): Router<T> {
  const root = createNode<T>();
  const values = new Map<T, string>();

  function find(node: Node<T>, segments: readonly string[], at: number, method: string, values: string[]): RouteMatch<T> | undefined {
    const segment = segments[at];
    if (segment === undefined) {
      const entry = node.methods.get(method);
      return entry && toMatch(entry, values);
    }
    const fixed = node.fixed.get(segment);
    const direct = fixed && find(fixed, segments, at + 1, method, values);
    if (direct) return direct;
    const byParam = node.param && find(node.param, segments, at + 1, method, [...values, segment]);
    if (byParam) return byParam;
    const rest = node.rest?.get(method);
    return rest && toMatch(rest, [...values, segments.slice(at).join('/')]);
  }

  return {
    values,
    add(method, path, value) {
      const names: string[] = [];
      let node = root;
      let table = node.methods;
      for (const segment of path.split('/').filter((part) => part !== '')) {
        if (segment === '*') {
          names.push('*');
          table = node.rest ??= new Map();
          break;
        }
        if (segment.startsWith(':')) {
          names.push(segment.slice(1));
          node = node.param ??= createNode();
        } else {
          let next = node.fixed.get(segment);
          if (!next) node.fixed.set(segment, (next = createNode()));
          node = next;
        }
        table = node.methods;
      }
      if (table.has(method)) throw new Error(`The route ${method} ${path} exists already`);
      values.set(value, method);
      table.set(method, { value, names });
      return toDisposable(() => table.delete(method) && values.delete(value));
    },
    match(method, path) {
      const segments = toSegments(path);
      return segments && find(root, segments, 0, method, []);
    },
    allowed(path) {
      const segments = toSegments(path);
      return segments ? [...new Set(values.values())].filter((method) => find(root, segments, 0, method, [])) : [];
    },
  };
}

function createNode<T>(): Node<T> {
  return { fixed: new Map(), methods: new Map() };
}

function toMatch<T>(entry: Entry<T>, values: readonly string[]): RouteMatch<T> {
  return { value: entry.value, params: Object.fromEntries(entry.names.map((name, at) => [name, values[at] as string])) };
}

/** Undefined for paths with empty or dot segments or broken escapes, so that no second spelling of a path exists. */
function toSegments(path: string): readonly string[] | undefined {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  try {
    const segments = parts.map(decodeURIComponent);
    return segments.some((segment) => segment === '' || segment === '.' || segment === '..' || segment.includes('\0')) ? undefined : segments;
  } catch {
    return undefined;
  }
}
