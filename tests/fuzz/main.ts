import { parseArgs } from 'node:util';
import { startFuzzApp } from './fuzz-app.ts';
import { runCases } from './run-cases.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * `npm run fuzz -- [--cases N] [--seed S] [--from K] [--only K] [--kind NAME]`: cases `from` … `from + N - 1` of a seed, or case K
 * alone; `kind` leaves out those of other kinds. Ends with `N passed, N failed`, and with code 1 when any failed.
 */
const { values } = parseArgs({ options: { cases: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' }, only: { type: 'string' }, kind: { type: 'string' } } });

function whole(name: 'cases' | 'seed' | 'from' | 'only', otherwise: number): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  if (!/^\d+$/.test(text)) throw new Error(`--${name} is ${text}, but must be a whole number`);
  return Number(text);
}

const seed = whole('seed', Math.floor(Math.random() * 2 ** 31));
const only = values.only === undefined ? undefined : whole('only', 0);
const fuzz = await startFuzzApp();
const watchdog = startWatchdog(seed);
// While the fuzzing listens to faults nobody awaited, one of its own would not end the process.
const quit = (error: unknown): never => {
  console.error(error);
  process.exit(2);
};
const report = await runCases(fuzz, {
  seed,
  count: only === undefined ? whole('cases', 10_000) : 1,
  from: only ?? whole('from', 0),
  kind: values.kind,
  onCase: watchdog.begin,
  onProgress: (done) => console.error(`${new Date().toISOString().slice(11, 19)} ${done} cases`),
  onFailure: ({ at, kind, problem, input }) => console.log(`\n--seed ${seed} --only ${at} (${kind}): ${problem}\n${JSON.stringify(input).slice(0, 4000)}`),
}).catch(quit);
await watchdog.stop();
await fuzz.close();
for (const [kind, statuses] of Object.entries(report.statuses)) {
  const cases = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  console.log(`${kind}: ${cases} cases, ${((report.spent[kind] ?? 0) / cases).toFixed(1)} ms each, statuses ${JSON.stringify(statuses)}`);
}
console.log(`seed ${seed}, ${report.seconds} s`);
console.log(`${report.cases - report.failures.length} passed, ${report.failures.length} failed`);
process.exit(report.failures.length > 0 ? 1 : 0);
