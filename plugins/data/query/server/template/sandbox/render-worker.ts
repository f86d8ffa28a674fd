import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Environment } from 'minijinja-js';
import { boundMemory } from './bounded-wasm.ts';
import { renderOnce } from './render-once.ts';
import type { RenderRequest } from './render-protocol.ts';

/** 64 MiB. */
const MAX_PAGES = 1024;

interface Engine {
  readonly Environment: new () => Environment;
  initSync(options: { readonly module: WebAssembly.Module }): unknown;
}

const require = createRequire((workerData as { readonly resolveFrom: string }).resolveFrom);
const engine = (await import(pathToFileURL(require.resolve('minijinja-js/dist/web/minijinja_js.js')).href)) as Engine;
// The engine prints what broke it, templates included, to the console; the answer says it, too.
console.error = () => undefined;
engine.initSync({ module: new WebAssembly.Module(boundMemory(readFileSync(require.resolve('minijinja-js/dist/web/minijinja_js_bg.wasm')), MAX_PAGES)) });

parentPort?.on('message', (request: RenderRequest) => parentPort?.postMessage(renderOnce(() => new engine.Environment(), request)));
parentPort?.postMessage('ready');
