import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BUNDLES } from './bundles.ts';
import { startFuzzApp } from './fuzz-app.ts';
import { QUERY_CONTEXTS } from './query-contexts.ts';
import { RISON_STRINGS } from './rison-strings.ts';
import { runCases } from './run-cases.ts';
import { TIME_RANGES } from './time-ranges.ts';

/** `npx tsx tests/fuzz/main.ts COUNT [--seed N] [--from N] [--only NAME] [--minutes N] [--out FILE]`: so many cases of each kind. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' }, from: { type: 'string' }, only: { type: 'string' }, minutes: { type: 'string' }, out: { type: 'string' } } });
const count = Number(positionals[0] ?? 1000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}`);
const fuzz = await startFuzzApp();
let failed = false;
for (const kind of [QUERY_CONTEXTS, RISON_STRINGS, TIME_RANGES, BUNDLES]) {
  if (values.only !== undefined && !kind.name.toLowerCase().includes(values.only.toLowerCase())) continue;
  const until = values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
  const report = await runCases(fuzz, kind, { seed, count, from: Number(values.from ?? 0), until, onProgress: (done) => console.error(`${kind.name}: ${done}`) });
  console.log(`${report.kind}: ${report.cases} cases in ${report.seconds} s, statuses ${JSON.stringify(report.statuses)}, ${report.failures.length} failures`);
  for (const { at, problem, input } of report.failures) console.log(`\n--seed ${seed} --from ${at} --only "${kind.name}": ${problem}\n${JSON.stringify(input).slice(0, 1500)}`);
  if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(report, undefined, 2));
  failed ||= report.failures.length > 0;
}
await fuzz.close();
process.exit(failed ? 1 : 0);
