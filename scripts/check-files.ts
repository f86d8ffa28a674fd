import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';
import { isTest, sourceFiles } from './lib/source-files.ts';

const MAX_LINES = 400;
const MAX_REGISTRATION_LINES = 120;
const MAX_KERNEL_LINES = 6000;

/** House sizes (DESIGN §7–8): no file over 400 lines, registration files at most 120, the kernel at most 6,000. */
export function checkFiles(): string[] {
  const problems: string[] = [];
  let kernelLines = 0;
  for (const file of sourceFiles(['kernel', 'sdk/src', 'host', 'plugins', 'scripts', 'tests'])) {
    const code = readFileSync(path.join(root, file), 'utf8');
    const lines = code.split('\n').length;
    if (lines > MAX_LINES && !isTest(file)) problems.push(`${file} has ${lines} lines; at most ${MAX_LINES}. Split it by concept.`);
    if (/^plugins\/.*\/(?:web|server)\/plugin\.tsx?$/.test(file) && lines > MAX_REGISTRATION_LINES) {
      problems.push(`${file} has ${lines} lines; a registration file has at most ${MAX_REGISTRATION_LINES}`);
    }
    if (file.startsWith('kernel/') && !isTest(file)) kernelLines += lines;
    if (file.startsWith('sdk/src/') && !isTest(file) && /[:<,|(]\s*any\b(?!\w)/.test(code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))) problems.push(`${file} uses any; the SDK has none`);
  }
  if (kernelLines > MAX_KERNEL_LINES) problems.push(`The kernel has ${kernelLines} lines; at most ${MAX_KERNEL_LINES}`);
  console.log(`   kernel: ${kernelLines} of ${MAX_KERNEL_LINES} lines`);
  return problems;
}
