export { buildPlugin } from './build-plugin.ts';
export type { BuildPluginOptions, BuiltPlugin } from './build-plugin.ts';
export { lintBundleFile } from './lint-bundle.ts';
export type { BundleProblem } from './lint-bundle.ts';
export { scopeStyles } from './scope-styles.ts';
export { shareModules } from './share-modules.ts';
export { SHARED_MODULES } from './shared.ts';
