import type { BuildOptions } from 'esbuild';

/** What every browser build of the host has in common. */
export function browserDefaults(development: boolean): BuildOptions {
  return {
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    minify: !development,
    sourcemap: development ? 'inline' : false,
    legalComments: 'none',
    metafile: true,
    define: { 'process.env.NODE_ENV': JSON.stringify(development ? 'development' : 'production') },
    logLevel: 'silent',
  };
}
