import { describe, expect, it } from 'vitest';
import { lintBundleFile } from './lint-bundle.ts';
import { scopeStyles } from './scope-styles.ts';

describe('[C17] styles of a plugin', () => {
  it('are confined to what the plugin draws', () => {
    expect(scopeStyles('.a{color:red}', 'viz-x')).toBe('@layer orrery.plugins{@scope ([data-plugin="viz-x"]){.a{color:red}}}\n');
  });

  it('keep keyframes outside the scope, where alone they are allowed', () => {
    const css = scopeStyles('@keyframes spin{from{opacity:0}to{opacity:1}}@media (width<9px){.a{x:y}}', 'p');
    expect(css).toMatch(/^@keyframes spin\{from\{opacity:0\}to\{opacity:1\}\}@layer/);
    expect(css).toContain('@media (width<9px){.a{x:y}}}}');
  });

  it('survive braces in strings and comments', () => {
    expect(scopeStyles('/* } */.a::after{content:"}"}.b{c:d}', 'p')).toContain('.a::after{content:"}"}\n.b{c:d}');
  });
});

describe('[C10] bundle lint', () => {
  it.each([
    ['const f = new Function("return 1")', 'new Function'],
    ['eval("1")', 'eval'],
    ['document.write("x")', 'document.write'],
    ['exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {}', 'copy of React'],
  ])('refuses %s', (code, words) => {
    expect(lintBundleFile('plugin.js', code)[0]?.message).toContain(words);
  });

  it('lets ordinary code pass', () => {
    expect(lintBundleFile('plugin.js', 'const retrieval = medieval(x); obj.eval(1)')).toEqual([]);
  });
});
