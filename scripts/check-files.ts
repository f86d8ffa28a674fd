import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';
import { countCodeLines } from './lib/count-code-lines.ts';
import { isTest, sourceFiles } from './lib/source-files.ts';

const MAX_LINES = 400;
const MAX_REGISTRATION_LINES = 120;
const MAX_KERNEL_CODE = 6000;

/**
 * House sizes (DESIGN §7–8): no file over 400 lines, registration files at most 120, the kernel at most 6,000 lines of code
 * without tests. The kernel's budget is about how much there is to know, so blank lines, comments (docstrings are mandatory)
 * and imports (one concept per file needs them) do not count; see {@link countCodeLines}.
 */
export function checkFiles(): string[] {
  const problems: string[] = [];
  let kernelCode = 0;
  for (const file of sourceFiles(['kernel', 'sdk/src', 'host', 'plugins', 'scripts', 'tests'])) {
    const code = readFileSync(path.join(root, file), 'utf8');
    const lines = code.split('\n').length;
    if (lines > MAX_LINES && !isTest(file)) problems.push(`${file} has ${lines} lines; at most ${MAX_LINES}. Split it by concept.`);
    if (/^plugins\/.*\/(?:web|server)\/plugin\.tsx?$/.test(file) && lines > MAX_REGISTRATION_LINES) {
      problems.push(`${file} has ${lines} lines; a registration file has at most ${MAX_REGISTRATION_LINES}`);
    }
    if (file.startsWith('kernel/') && !isTest(file)) kernelCode += countCodeLines(code);
    if (file.startsWith('sdk/src/') && !isTest(file) && /[:<,|(]\s*any\b(?!\w)/.test(code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))) problems.push(`${file} uses any; the SDK has none`);
  }
  if (kernelCode > MAX_KERNEL_CODE) problems.push(`The kernel has ${kernelCode} lines of code; at most ${MAX_KERNEL_CODE}. Move what runs no plugins into a plugin.`);
  console.log(`   kernel: ${kernelCode} of ${MAX_KERNEL_CODE} lines of code`);
  return problems;
}
