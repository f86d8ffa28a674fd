import type { Plugin } from 'esbuild';

/**
 * Keeps shared modules out of a bundle. CommonJS dependencies that `require` one get a small ES module in between,
 * because a browser has no `require`.
 * @public
 */
export function shareModules(modules: readonly string[]): Plugin {
  const filter = new RegExp(`^(?:${modules.map((name) => name.replace(/[/.]/g, '\\$&')).join('|')})$`);
  return {
    name: 'share-modules',
    setup(build) {
      build.onResolve({ filter }, ({ path, kind, namespace }) =>
        kind === 'require-call' && namespace !== 'shared-shim'
          ? { path, namespace: 'shared-shim' }
          : { path, external: true },
      );
      build.onLoad({ filter: /.*/, namespace: 'shared-shim' }, ({ path }) => ({
        contents: `export * from ${JSON.stringify(path)}; export { default } from ${JSON.stringify(path)};`,
      }));
    },
  };
}
