import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { AUTH_FILE } from './global-setup.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a page must not produce, and the exceptions a test makes on purpose. */
export interface Guard {
  /** Console errors matching any of these are expected by the test. */
  allow(...patterns: RegExp[]): void;
  /** Problems so far that no exception covers. */
  problems(): readonly string[];
}

interface Fixtures {
  readonly guard: Guard;
  /** Asserts that axe finds nothing (WCAG 2.2 AA) on the page as it is. */
  readonly expectAccessible: (what: string) => Promise<void>;
}

/**
 * Every test fails on a console error, an uncaught exception or a violation of the content security policy, unless it
 * said beforehand which it provokes.
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env['ORRERY_URL']),
  storageState: async ({}, use) => use(AUTH_FILE),
  guard: [
    async ({ page }, use, testInfo) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      watch(page, problems);
      const left = (): string[] => problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
      await use({ allow: (...patterns) => void allowed.push(...patterns), problems: left });
      if (testInfo.status === 'passed') expect(left(), 'console errors, exceptions and CSP violations').toEqual([]);
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async (what) => {
      // The page's own policy forbids injected scripts; the debugger's evaluate is outside of it.
      await page.evaluate(axeSource);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }> } };
        const { violations: found } = await axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } });
        return found.map(({ id, help, nodes }) => `${id}: ${help} – ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary?.split('\n')[1]?.trim() ?? ''})`).slice(0, 4).join('; ')}`);
      });
      expect(violations, `axe on ${what}`).toEqual([]);
    });
  },
});

export { expect };

function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  void page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
  });
}
