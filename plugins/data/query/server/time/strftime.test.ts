import { describe, expect, it } from 'vitest';
import { strftime, strptime } from './strftime.ts';

const MOMENT = Date.UTC(2024, 0, 5, 14, 3, 9, 250);

describe('strftime', () => {
  it.each([
    ['%Y-%m-%d', '2024-01-05'],
    ['%Y%m%d', '20240105'],
    ['%d/%m/%y %H:%M:%S.%f', '05/01/24 14:03:09.250000'],
    ['%-d %b %Y %I%p 100%%', '5 Jan 2024 02PM 100%'],
    ['%j %A %Q', '005 Friday %Q'],
  ])('[contract §4.3] writes %s', (format, text) => expect(strftime(MOMENT, format)).toBe(text));

  it.each([
    ['20240105', '%Y%m%d', Date.UTC(2024, 0, 5)],
    ['05/01/24 14:03:09.25', '%d/%m/%y %H:%M:%S.%f', MOMENT],
    ['5 Jan 2024 02PM', '%d %b %Y %I%p', Date.UTC(2024, 0, 5, 14)],
    ['2024-01-05T02:00:00+02:00', '%Y-%m-%dT%H:%M:%S%z', Date.UTC(2024, 0, 5)],
    ['2024-02-31', '%Y-%m-%d', undefined],
    ['x', '%Y', undefined],
  ])('reads %s', (text, format, ms) => expect(strptime(text, format)).toBe(ms));
});
