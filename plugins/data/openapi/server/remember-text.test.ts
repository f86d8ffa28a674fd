import { expect, it } from 'vitest';
import { rememberText } from './remember-text.ts';

it('makes the text once for the same parts, and again when one is new, another or gone', () => {
  let made = 0;
  const textOf = rememberText(() => `text ${++made}`);
  const [a, b, c] = [{}, {}, {}];
  expect([textOf([a, b]), textOf([a, b])]).toEqual(['text 1', 'text 1']);
  expect([textOf([a, b, c]), textOf([a, c]), textOf([a, c]), textOf([c, a]), textOf([])]).toEqual(['text 2', 'text 3', 'text 3', 'text 4', 'text 5']);
});
