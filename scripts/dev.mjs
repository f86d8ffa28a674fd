// `npm run dev`: the server with every plugin rebuilt and swapped into the open pages as its files change.
import { spawn } from 'node:child_process';
import { ensureInstalled, ensureNode, root } from './lib/ensure.mjs';

ensureNode();
ensureInstalled({ development: true });
const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
