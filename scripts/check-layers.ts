import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';
import { isTest, sourceFiles } from './lib/source-files.ts';

/** Packages only the kernel may import; plugins reach them through their context (platform C10). */
const KERNEL_ONLY = /^(?:inversify|tapable|redux|redux-saga|react-router-dom|reflect-metadata|i18next|react-i18next|fastify|@fastify\/.*)$/;
const IMPORT = /(?:^|[^.\w])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** The room a file belongs to: `sdk/web`, `kernel/common`, `host/server`, `plugins/app/explore` … */
function roomOf(file: string): string {
  const parts = file.split('/');
  if (parts[0] === 'sdk') return `sdk/${parts[2] ?? ''}`;
  if (parts[0] === 'plugins') return parts.slice(0, 3).join('/');
  return parts.slice(0, 2).join('/');
}

/** What an import points at: a file of the tree, or a package. */
function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.normalize(`${path.posix.dirname(file)}/${specifier}`);
  const [, name, entry] = /^@orrery\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === 'sdk') return `sdk/src/${entry ?? 'common'}/index.ts`;
  if (name === 'kernel') return `kernel/${entry ?? 'common'}/index.ts`;
  if (name === 'testing') return `host/testing/src/${entry ?? 'index'}.ts`;
  return specifier;
}

const half = (file: string): string | undefined => /^plugins\/[^/]+\/[^/]+\/(web|server)\//.exec(file)?.[1];

/** Why `file` must not import `target`; undefined when it may. Types count like values: a layer is a promise about knowledge. */
export function violation(file: string, target: string): string | undefined {
  const from = roomOf(file);
  const to = roomOf(target);
  const top = from.split('/')[0];
  const targetTop = to.split('/')[0] ?? '';
  const inTree = ['kernel', 'sdk', 'host', 'plugins', 'scripts', 'tests'].includes(targetTop) && target.includes('/');
  if (!inTree) return top === 'plugins' && !isTest(file) && KERNEL_ONLY.test(target) ? 'plugins reach this package through their context' : undefined;
  if (from === to) {
    const [a, b] = [half(file), half(target)];
    return a && b && a !== b ? 'the web and server halves share only contract.ts and common files' : undefined;
  }
  if (top === 'sdk') {
    if (targetTop !== 'sdk') return 'the SDK imports nothing of the platform';
    if (file.split('/')[2] === 'common') return 'sdk/common imports no other entry point';
    return undefined;
  }
  if (top === 'kernel') {
    if (targetTop !== 'sdk' && targetTop !== 'kernel') return 'the kernel imports only the SDK';
    if (from === 'kernel/common' && (to === 'sdk/web' || to === 'sdk/server' || to === 'kernel/web' || to === 'kernel/server')) return 'common knows neither half';
    if ((from === 'kernel/web' && (to === 'kernel/server' || to === 'sdk/server')) || (from === 'kernel/server' && to === 'kernel/web')) return 'web and server never import each other';
    return undefined;
  }
  if (top === 'plugins') {
    if (targetTop === 'sdk') return undefined;
    if (targetTop === 'plugins') return target.endsWith('/contract.ts') ? undefined : 'of another plugin only contract.ts may be imported';
    if (to === 'host/testing' && isTest(file)) return undefined;
    // An integration test may start the real kernel; the plugin itself may not know it.
    if (isTest(file)) return undefined;
    return 'a plugin imports only the SDK, its own folder, and contract.ts of others';
  }
  if (from === 'host/web' && (to === 'kernel/server' || targetTop === 'plugins')) return 'the shell knows no plugin and no server';
  if (from === 'host/server' && (to === 'kernel/web')) return 'the server imports no browser code';
  if (top === 'host' && targetTop === 'plugins' && !target.includes('.gen')) return 'hosts know plugins only through the registry';
  return undefined;
}

/** Names of features that must not occur in the kernel. */
const FEATURE_NAMES = /\b(?:dashboard|explore|sql-?lab|slice_id)\b/i;

export function checkLayers(): string[] {
  const problems: string[] = [];
  for (const file of sourceFiles(['kernel', 'sdk/src', 'host', 'plugins'])) {
    const code = readFileSync(path.join(root, file), 'utf8');
    for (const match of code.matchAll(IMPORT)) {
      const specifier = match[1] ?? match[2] ?? '';
      const why = violation(file, targetOf(file, specifier));
      if (why) problems.push(`${file} imports ${specifier}: ${why}`);
    }
    if (file.startsWith('kernel/') && !isTest(file)) {
      const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      const name = FEATURE_NAMES.exec(bare)?.[0];
      if (name) problems.push(`${file} names the feature "${name}"; the kernel knows no feature`);
    }
  }
  return problems;
}
