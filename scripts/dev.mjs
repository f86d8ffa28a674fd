// `npm run dev`: the server with every plugin rebuilt and swapped into the open pages as its files change.
import { spawn } from 'node:child_process';
import { ensureInstalled, ensureNode, root } from './lib/ensure.mjs';

ensureNode();
ensureInstalled({ development: true });
// A build of its own: what `npm start` runs stays as it is.
const env = { ORRERY_DIST: '.cache/dev', ...process.env };
const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
