/**
 * Modules that exist once on a page, whoever imports them. A plugin leaves them out of its bundle; the page's import map
 * supplies them. Subpaths count as modules of their own and must be listed.
 * @public
 */
export const SHARED_MODULES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@orrery/sdk',
  '@orrery/sdk/web',
  '@orrery/sdk/ui',
  '@orrery/sdk/list',
  '@orrery/sdk/viz',
  '@orrery/sdk/chart',
  '@observablehq/plot',
  'd3',
  '@fluentui/react',
] as const;
