// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { createTitleStack } from './title-stack.ts';

it('[GEN-07] shows the latest name and falls back when it is taken away', () => {
  const titles = createTitleStack(document, 'Orrery');
  const page = titles.set('Charts');
  const named = titles.set('Delays');
  expect(document.title).toBe('Delays – Orrery');
  page.dispose();
  expect(document.title).toBe('Delays – Orrery');
  named.dispose();
  expect([document.title, titles.current]).toEqual(['Orrery', '']);
});
