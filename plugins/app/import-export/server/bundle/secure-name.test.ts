import { expect, it } from 'vitest';
import { fileName, idInName, secureName } from './secure-name.ts';

it.each([
  ['Sales Dashboard', 'Sales_Dashboard'],
  ['  Total  Sales / Region ', 'Total_Sales_Region'],
  ['../../etc/passwd', 'etc_passwd'],
  ['Café (größe) №1', 'Cafe_groe_No1'],
  ['# of Games', 'of_Games'],
  ['...', ''],
  ['日本語', ''],
  ['a.b-c_d', 'a.b-c_d'],
])('[IMEX-02] %j becomes %j', (title, name) => {
  expect(secureName(title)).toBe(name);
});

it('[contract §13] ids follow names, and stand in for them', () => {
  expect(fileName({ name: 'A b', otherwise: 7 }, 7)).toBe('A_b_7');
  expect(fileName({ name: 'A b', otherwise: 7 })).toBe('A_b');
  expect(fileName({ name: '日本語', otherwise: 7 }, 7)).toBe('7');
  expect(idInName('charts/A_b_7.yaml')).toBe(7);
  expect(idInName('charts/7.yaml')).toBe(7);
  expect(idInName('charts/A_b.yaml')).toBeUndefined();
  expect(idInName('charts/A_99999999999.yaml')).toBeUndefined();
});
