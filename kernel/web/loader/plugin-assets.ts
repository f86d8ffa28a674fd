import type { Disposable, IndexedPlugin } from '@orrery/sdk';
import { toDisposable } from '@orrery/sdk';

/** Style sheets later than this do not hold back the plugin. */
const STYLES_MS = 3000;

/** Answers when the element has loaded (true), failed (false), or `ms` have passed (true: let it be judged by use). */
export function whenLoaded(link: HTMLLinkElement, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    const settle = (loaded: boolean) => () => (clearTimeout(timer), resolve(loaded));
    link.addEventListener('load', settle(true), { once: true });
    link.addEventListener('error', settle(false), { once: true });
  });
}

/** Makes a link with the integrity of a file of the plugin. */
export function linkTo(document: Document, rel: string, plugin: IndexedPlugin, file: string, suffix = ''): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = new URL(file, plugin.baseUrl).href + suffix;
  const hash = plugin.integrity[file];
  if (hash) link.integrity = hash;
  // Integrity of another origin is checked only with CORS.
  if (hash && new URL(link.href).origin !== document.location.origin) link.crossOrigin = 'anonymous';
  link.dataset['plugin'] = plugin.manifest.id;
  return link;
}

/** Adds a plugin's style sheets and waits for them; disposing removes them. A sheet that fails costs looks, not function. */
export async function addStyles(document: Document, plugin: IndexedPlugin): Promise<Disposable> {
  const links = (plugin.manifest.entry?.styles ?? []).map((file) => linkTo(document, 'stylesheet', plugin, file));
  const loaded = links.map((link) => whenLoaded(link, STYLES_MS));
  document.head.append(...links);
  await Promise.all(loaded);
  return toDisposable(() => links.forEach((link) => link.remove()));
}
