import { watch } from 'node:fs';

const SETTLE_MS = 60;
/** What editors and builds leave beside the sources, and what no plugin ships. */
const IGNORED = /(?:^|[/\\])(?:dist|node_modules|\.[^/\\]*)(?:[/\\]|$)|\.test\.tsx?$|~$/;

/** Tells which files of a folder changed, once they have been quiet for a moment. */
export function watchQuietly(folder: string, onChange: (names: readonly string[]) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const changed = new Set<string>();
  watch(folder, { recursive: true }, (_event, name) => {
    if (!name || IGNORED.test(name)) return;
    changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const names = [...changed];
      changed.clear();
      onChange(names);
    }, SETTLE_MS);
  });
}
