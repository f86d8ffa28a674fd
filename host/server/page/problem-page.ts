import { createHash } from 'node:crypto';
import type { Page } from '@orrery/kernel/server';

const STYLE = ':root{color-scheme:light dark}body{margin:12vh auto;max-width:32rem;padding:0 24px;font:14px/1.5 system-ui,sans-serif}h1{font-size:18px}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

/**
 * A page that only says what is wrong: no script, no data. Whoever put it into a frame must be able to read it there, so
 * every site may show it.
 */
export function problemPage({ status, title, message }: { readonly status: number; readonly title: string; readonly message: string }): Page {
  return {
    status,
    isFramed: true,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${escape(message)}</p>
</main>
</body>
</html>
`,
    headers: { 'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors *; base-uri 'none'; form-action 'none'` },
  };
}
