import { describe, expect, it } from 'vitest';
import { createPageRenderer } from './render-page.ts';

const render = createPageRenderer({
  boot: 'static/boot-1.js',
  main: 'static/main-1.js',
  styles: ['static/shell-1.css'],
  imports: { react: 'static/vendor/react-1.js', '@orrery/sdk': 'static/sdk/sdk-1.js' },
  integrity: { 'static/boot-1.js': 'sha384-boot', 'static/main-1.js': 'sha384-main' },
});
const page = (patch: object = {}) =>
  render({ applicationRoot: '/bi/', bootstrap: { name: '"</div>' }, shellPlugins: [], csrfToken: 't', language: 'de', direction: 'ltr', title: 'A < B', skeleton: '<p>frame</p>', ...patch });

describe('page', () => {
  it('[BOOT-01] carries bootstrap data and CSRF token, escaped', () => {
    const { html } = page();
    expect(html).toContain('data-bootstrap="{&quot;name&quot;:&quot;\\&quot;&lt;/div&gt;&quot;}"');
    expect(html).toContain('<title>A &lt; B</title>');
    expect(html).toContain('id="csrf_token" value="t"');
  });

  it('[GEN-08] puts every address under the application root', () => {
    const { html } = page();
    expect(html).toContain('"react":"/bi/static/vendor/react-1.js"');
    expect(html).toContain('src="/bi/static/main-1.js"');
  });

  it('never lets plugin data end the script element', () => {
    const { html } = page({ shellPlugins: [{ manifest: { id: 'x', description: '</script><script>alert(1)</script>' } }] });
    expect(html).not.toContain('</script><script>alert');
  });

  it('[C15] allows no inline script but the hashed import map, and gives the nonce to no script that runs', () => {
    const { html, headers } = page();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' 'nonce-[^']+'/);
    expect(policy).not.toMatch(/unsafe/);
    expect(html).not.toMatch(/<script[^>]*nonce=/);
  });

  it('[ASYNC-04] [C15] connects to its own origin, and to others only where it was told', () => {
    expect(page().headers['content-security-policy']).toContain("; connect-src 'self'; ");
    expect(page({ connectSources: ['wss://events.test'] }).headers['content-security-policy']).toContain("; connect-src 'self' wss://events.test; ");
  });

  it('uses a new nonce for every answer', () => {
    expect(page().headers['content-security-policy']).not.toBe(page().headers['content-security-policy']);
  });
});
