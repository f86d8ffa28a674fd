export type * from './contract.ts';
export { PluginRuntime } from './runtime/plugin-runtime.ts';
export { CORE_POINTS } from './points/core-points.ts';
export { describeProblem } from './manifest/describe-problem.ts';
export { validateManifest } from './manifest/validate-manifest.ts';
