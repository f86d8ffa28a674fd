import { createHash, randomBytes } from 'node:crypto';
import type { IndexedPlugin } from '@orrery/sdk';
import type { Preloads } from './preloads.ts';

/** `dist/page.json`: the files of the page, relative to the application root. */
export interface PageFiles {
  readonly boot: string;
  readonly main: string;
  /** Lazy chunks every page asks for right after the shell. */
  readonly preload?: readonly string[];
  readonly styles: readonly string[];
  readonly imports: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/** What one answer adds to the files. */
export interface PageInput {
  /** Ends with a slash. */
  readonly applicationRoot: string;
  readonly bootstrap: unknown;
  readonly shellPlugins: readonly IndexedPlugin[];
  readonly csrfToken: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** The frame as HTML, drawn before any script has run. */
  readonly skeleton: string;
  /** Files of the plugins this page will need. */
  readonly preloads?: Preloads;
  /** Origins that may embed the page. */
  readonly frameAncestors?: readonly string[];
  /** Origins the page connects to besides its own. */
  readonly connectSources?: readonly string[];
}

export interface RenderedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders the one page of the application, with its content security policy: scripts from here only, the import map by
 * hash, styles by nonce. No script of the host carries the nonce, for that would open `import()` to any origin.
 */
export function createPageRenderer(files: PageFiles): (input: PageInput) => RenderedPage {
  const maps = new Map<string, { text: string; hash: string }>();
  const importMap = (root: string) => {
    const known = maps.get(root);
    if (known) return known;
    const absolute = (record: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, root + value]));
    const integrity = Object.fromEntries(Object.entries(files.integrity).map(([file, hash]) => [root + file, hash]));
    const text = JSON.stringify({ imports: absolute(files.imports), integrity });
    const made = { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
    maps.set(root, made);
    return made;
  };
  const preloads = [...new Set([files.imports['react'], files.imports['@orrery/sdk'], files.main])].filter((file): file is string => file !== undefined);

  return (input) => {
    const nonce = randomBytes(16).toString('base64');
    const root = input.applicationRoot;
    const map = importMap(root);
    const html = `<!doctype html>
<html lang="${attribute(input.language)}" dir="${input.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csp-nonce" nonce="${nonce}">
<title>${text(input.title)}</title>
<link rel="icon" href="${root}static/icon.svg" type="image/svg+xml">
${files.styles.map((file) => `<link rel="stylesheet" href="${root}${file}">`).join('\n')}
<script src="${root}${files.boot}" integrity="${files.integrity[files.boot] ?? ''}"></script>
<script type="importmap">${map.text}</script>
${preloads.map((file) => modulePreload(root + file, files.integrity[file] ?? '')).join('\n')}
${[...(files.preload ?? []).map((file) => ({ href: root + file, integrity: files.integrity[file] ?? '' })), ...(input.preloads?.scripts ?? [])].map(({ href, integrity }) => modulePreload(href, integrity, 'low')).join('\n')}
${(input.preloads?.styles ?? []).map(({ href, integrity }) => `<link rel="preload" as="style" href="${attribute(href)}" integrity="${attribute(integrity)}">`).join('\n')}
</head>
<body>
<div id="app" data-bootstrap="${attribute(JSON.stringify(input.bootstrap))}">${input.skeleton}</div>
<input type="hidden" name="csrf_token" id="csrf_token" value="${attribute(input.csrfToken)}">
<script type="application/json" id="shell-plugins">${jsonInScript(input.shellPlugins)}</script>
<script type="module" src="${root}${files.main}"></script>
<noscript>Orrery needs JavaScript.</noscript>
</body>
</html>
`;
    return {
      html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(nonce, map.hash, input.frameAncestors ?? [], input.connectSources ?? []),
        'cross-origin-opener-policy': 'same-origin',
      },
    };
  };
}

/** `low` is for what the page inside the frame needs: the frame comes first. */
function modulePreload(href: string, integrity: string, priority: 'low' | 'auto' = 'auto'): string {
  return `<link rel="modulepreload" href="${attribute(href)}" integrity="${attribute(integrity)}" fetchpriority="${priority}">`;
}

function contentSecurityPolicy(nonce: string, mapHash: string, ancestors: readonly string[], connect: readonly string[]): string {
  return [
    "default-src 'none'",
    // The nonce admits further import maps with integrity for plugins; no script that runs carries it.
    `script-src 'self' '${mapHash}' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // Websockets of this host count as 'self'.
    ["connect-src 'self'", ...connect].join(' '),
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function text(value: string): string {
  return value.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char);
}

function attribute(value: string): string {
  return value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Inside a script element only `<` can end the element early. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
