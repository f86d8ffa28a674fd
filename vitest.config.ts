import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{kernel,sdk,host,plugins,scripts}/**/*.test.{ts,tsx}', 'tests/contract/**/*.test.ts', 'tests/compat/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/templates/**'],
    setupFiles: ['host/testing/src/setup.ts'],
    testTimeout: 20_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
