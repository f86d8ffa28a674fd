import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The files of a built plugin by their path. */
export type BundleFiles = Readonly<Record<string, string | Buffer>>;

/** A vendor's web server: each bundle under a folder of its own, files may be exchanged while it runs. */
export interface BundleServer {
  /** Offers files under `/<name>/`; answers the address of its `plugin.js`. */
  put(name: string, files: BundleFiles): string;
  close(): Promise<void>;
}

/** Starts the server on a free port of this machine. */
export async function startBundleServer(): Promise<BundleServer> {
  const bundles = new Map<string, BundleFiles>();
  const server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '/').split('/');
    const file = bundles.get(name)?.[rest.join('/')];
    if (file === undefined) response.writeHead(404).end('Not found');
    else response.writeHead(200, { 'content-type': /\.js$/.test(rest.join('/')) ? 'text/javascript' : 'application/octet-stream' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    put(name, files) {
      bundles.set(name, files);
      return `http://127.0.0.1:${port}/${name}/plugin.js`;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** All files of a built folder. */
export function filesOf(folder: string): BundleFiles {
  const items = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  return Object.fromEntries(items.map((item) => path.join(item.parentPath, item.name)).map((file) => [path.relative(folder, file), readFileSync(file)]));
}

/** A viz plugin written by hand. `code` is its module; `manifest` changes parts of its plugin.json. */
export function craftBundle(type: string, code: string, manifest: object = {}): BundleFiles {
  const plain = {
    manifestVersion: 1,
    id: `viz-${type}`,
    version: '1.0.0',
    publisher: 'acme',
    displayName: `Acme ${type}`,
    description: 'Made to fail.',
    engines: { sdk: '^0.1.0' },
    points: { 'explore.viz-types': 1 },
    entry: { web: 'plugin.js' },
    contributes: { 'explore.viz-types': [{ type, title: `Acme ${type}`, category: 'Ranking', fallback: 'pie' }] },
    ...manifest,
  };
  const files: Record<string, string> = { 'plugin.json': JSON.stringify(plain), 'plugin.js': code };
  return { ...files, 'plugin.files.json': JSON.stringify(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `sha384-${createHash('sha384').update(text).digest('base64')}`]))) };
}

/** The module of a viz plugin that works, with a place to break it. */
export function vizCode(type: string, parts: { readonly atImport?: string; readonly inActivate?: string; readonly inRender?: string } = {}): string {
  return `import { VizTypes, buildQueryContext } from '@orrery/sdk/viz';
import { jsx } from 'react/jsx-runtime';
${parts.atImport ?? ''}
function Chart({ rows }) { ${parts.inRender ?? ''}; return jsx('p', { children: 'Acme drew ' + rows.length + ' rows' }); }
const viz = {
  controlPanel: { sections: [{ id: 'query', label: 'Query', tab: 'data', rows: [['groupby'], ['metric']] }] },
  buildQuery: (formData) => buildQueryContext(formData),
  transformProps: ({ results }) => ({ rows: results[0].data }),
  loadChart: async () => Chart,
  describe: ({ rows }) => rows.length + ' rows.',
};
export const messages = {};
export default { activate(ctx) { ${parts.inActivate ?? ''}; ctx.contribute(VizTypes, '${type}', { load: async () => viz }); } };
`;
}
