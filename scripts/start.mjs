// `npm start`: installs and builds when needed, then runs the server until it is stopped.
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './lib/ensure.mjs';

ensureNode();
ensureInstalled({ development: false });
ensureBuilt();

// libuv reads the size of its thread pool before any module runs, so it must be in the environment of the process.
const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { UV_THREADPOOL_SIZE: '8', NODE_ENV: 'production', ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
