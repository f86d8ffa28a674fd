import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRefusals } from '../../../../sdk/src/list/fixtures/list-refusals.ts';
import { startApp } from '../../../../tests/contract/start-app.ts';
import type { TestApp } from '../../../../tests/contract/start-app.ts';
import { chartList } from './chart-list.tsx';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.close());

const t = (key: string): string => key;
const nothing = (): void => {};

it('[LIST-10] the real server takes every sort, filter and option query', async () => {
  expect(await listRefusals((path) => app.admin.get(path), chartList(t, t, nothing))).toEqual([]);
});
