import path from 'node:path';
import { buildPlugin } from './build-plugin.ts';

const USAGE = `orrery-plugin build [--folder <folder of plugin.json>] [--out <folder>] [--development]`;

/** The command line of plugin authors; `args` without node and script. @internal */
export async function runCli(args: readonly string[]): Promise<number> {
  const option = (name: string): string | undefined => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? undefined : args[at + 1];
  };
  if (args[0] !== 'build') {
    console.error(USAGE);
    return 2;
  }
  const folder = path.resolve(option('folder') ?? '.');
  try {
    const built = await buildPlugin({ folder, outDir: path.resolve(option('out') ?? path.join(folder, 'dist')), development: args.includes('--development') });
    console.log(`${built.manifest.id} ${built.manifest.version}: ${(built.gzipBytes / 1024).toFixed(1)} kB gzip in ${path.relative(process.cwd(), built.outDir)}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
