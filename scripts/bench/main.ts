import type { Figure } from './figure.ts';

/** Each benchmark prints its figures as JSON lines; `pass` is null where there is no budget. */
const BENCHMARKS: Readonly<Record<string, () => Promise<{ run(): Promise<readonly Figure[]> }>>> = {
  bytes: () => import('./bytes.ts'),
  plugins: () => import('./plugins.ts'),
  start: () => import('./start.ts'),
  engine: () => import('./engine.ts'),
  server: () => import('./server.ts'),
  dashboard: () => import('./dashboard.ts'),
};

const name = process.argv[2] ?? '';
const load = BENCHMARKS[name];
if (!load) {
  console.error(`npm run bench -- <${Object.keys(BENCHMARKS).join(' | ')}>`);
  process.exit(2);
}
const figures = await (await load()).run();
for (const figure of figures) console.log(JSON.stringify(figure));
process.exit(figures.some((figure) => figure.pass === false) ? 1 : 0);
