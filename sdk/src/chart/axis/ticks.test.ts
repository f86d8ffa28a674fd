import { describe, expect, it } from 'vitest';
import { numberFormat } from '../format/number-format.ts';
import { categoryLabels } from './category-labels.ts';
import { tickLabels } from './tick-labels.ts';
import { adaptiveLabels, timeTicks } from './time-ticks.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const FONT = '12px sans-serif';

describe('value ticks', () => {
  it('drop decimals no tick needs, and write zero plainly in its unit', () => {
    expect(tickLabels([0, 10, 20], numberFormat(',.1f'))).toEqual(['0', '10', '20']);
    expect(tickLabels([0, 2e8, 4e8], numberFormat('$,.3s'))).toEqual(['$0', '$200M', '$400M']);
    expect(tickLabels([0, 5e9, 1e10], numberFormat('$.2s'))).toEqual(['$0', '$5G', '$10G']);
    expect(tickLabels([-0.5, 0, 0.5], numberFormat('+,.1f'))).toEqual(['-0.5', '0', '+0.5']);
    expect(tickLabels([0, 0.5], numberFormat(',.1%'))).toEqual(['0%', '50%']);
  });
  it('keep decimals that differ', () => {
    expect(tickLabels([1, 1.5, 2], numberFormat(',.1f'))).toEqual(['1.0', '1.5', '2.0']);
  });
});

describe('time ticks', () => {
  it('say the year once', () => {
    expect(adaptiveLabels(['2001-01-01', '2001-02-01', '2001-03-01'].map(utc))).toEqual(['2001', 'Feb', 'Mar']);
    expect(adaptiveLabels(['2001-04-01', '2001-05-01'].map(utc))).toEqual(['Apr 2001', 'May']);
    expect(adaptiveLabels(['2001-03-04', '2001-03-11'].map(utc))).toEqual(['Mar 4, 2001', 'Mar 11']);
    expect(adaptiveLabels(['2001-03-04T18:00', '2001-03-05T00:00', '2001-03-05T06:00'].map(utc))).toEqual(['18:00', 'Mar 5', '06:00']);
    expect(adaptiveLabels(['1990-01-01', '2000-01-01'].map(utc))).toEqual(['1990', '2000']);
  });
  it('are as many as have room', () => {
    const domain = [utc('2001-01-01'), utc('2001-06-30')] as const;
    const at = (length: number) => {
      const place = (time: number): number => ((time - domain[0]) / (domain[1] - domain[0])) * length;
      return timeTicks({ domain, length, place, font: FONT }).map(({ label }) => label);
    };
    expect(at(300)).toEqual(['2001', 'Feb', 'Mar', 'Apr', 'May', 'Jun']);
    expect(at(100).length).toBeLessThan(4);
    expect(at(20).length).toBeGreaterThan(0);
  });
});

describe('names below bars', () => {
  const lay = (names: readonly string[], width: number) => categoryLabels({ names, positions: names.map((_, at) => (width / names.length) * (at + 0.5)), band: width / names.length, height: 300, font: FONT, fontSize: 12, rotation: 0, showAll: false });
  it('stand on one line, wrap, turn, or are skipped, in this order', () => {
    expect(lay(['one', 'two'], 300)).toMatchObject({ rotation: 0, room: 15 });
    expect(lay(['Black Comedy', 'Romantic Comedy'], 140).ticks[0]?.lines).toEqual(['Black', 'Comedy']);
    expect(lay(['Adventure', 'Documentary', 'Thriller', 'Western', 'Romantic Comedy', 'Horror'], 200)).toMatchObject({ rotation: -45 });
    expect(lay(Array.from({ length: 40 }, (_, at) => `${at}`), 400)).toMatchObject({ rotation: 0 });
    expect(lay(Array.from({ length: 40 }, (_, at) => `${at}`), 400).ticks.length).toBeLessThan(40);
  });
});
