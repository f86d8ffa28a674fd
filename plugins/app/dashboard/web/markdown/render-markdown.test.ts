// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

describe('renderMarkdown', () => {
  it('[DASH-036] renders Markdown with HTML', () => {
    expect(renderMarkdown('# Title\n\n<b>bold</b> | x')).toContain('<h1>Title</h1>');
    expect(renderMarkdown('<b>bold</b>')).toContain('<b>bold</b>');
  });

  it('[DASH-036] drops what could run, pose as the page, or break the CSP', () => {
    const html = renderMarkdown('<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><form><input></form><p style="position:fixed" id="root">t</p><iframe src="/"></iframe>');
    expect(html).not.toMatch(/script|onerror|<form|<input|<iframe|style=|id=/i);
    expect(html).toContain('<p>t</p>');
  });

  it('opens links elsewhere, without a way back', () => {
    expect(renderMarkdown('[x](https://example.org)')).toContain('target="_blank" rel="noopener noreferrer"');
    expect(renderMarkdown('[x](#here)')).not.toContain('_blank');
  });
});
