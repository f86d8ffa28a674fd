/**
 * The plugin a stack trace points at: the innermost frame inside the folder of a plugin.
 * Of nested folders the longest wins. `folders` are pairs of plugin id and folder URL with a trailing slash.
 */
export function attributeStack(stack: string, folders: Iterable<readonly [id: string, baseUrl: string]>): string | undefined {
  const candidates = [...folders].filter(([, baseUrl]) => baseUrl.length > 1).sort((a, b) => b[1].length - a[1].length);
  for (const line of stack.split('\n')) {
    const hit = candidates.find(([, baseUrl]) => line.includes(baseUrl));
    if (hit) return hit[0];
  }
  return undefined;
}
