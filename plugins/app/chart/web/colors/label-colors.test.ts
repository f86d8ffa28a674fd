import { describe, expect, it } from 'vitest';
import { createLabelColors } from './label-colors.ts';

const palette = ['#1', '#2', '#3', '#4'];

describe('label colours', () => {
  it('[DASH-092] gives a label one colour, whoever asks and in whatever order', () => {
    const one = createLabelColors();
    const other = createLabelColors();
    const labels = ['AA', 'DL'];
    const forward = labels.map((label) => one.colorOf(palette, undefined, label));
    const backward = [...labels].reverse().map((label) => other.colorOf(palette, undefined, label)).reverse();
    expect(forward).toEqual(labels.map((label) => one.colorOf(palette, undefined, label)));
    expect(new Set(forward).size).toBe(2);
    expect(backward).toEqual(forward);
  });

  it('keeps labels apart while the palette lasts, then repeats', () => {
    const colors = createLabelColors();
    const used = ['a', 'b', 'c', 'd'].map((label) => colors.colorOf(palette, 's', label));
    expect(new Set(used).size).toBe(4);
    expect(palette).toContain(colors.colorOf(palette, 's', 'e'));
  });

  it('keeps the order through a change of theme', () => {
    const colors = createLabelColors();
    const at = palette.indexOf(colors.colorOf(palette, 's', 'a'));
    expect(colors.colorOf(['#5', '#6', '#7', '#8'], 's', 'a')).toBe(`#${at + 5}`);
  });

  it('[DASH-092] lets colours set by hand win, for names of object members too', () => {
    const colors = createLabelColors();
    colors.reset({ AA: 'red' });
    expect(colors.colorOf(palette, undefined, 'AA')).toBe('red');
    expect(palette).toContain(colors.colorOf(palette, undefined, 'constructor'));
    colors.reset();
    expect(palette).toContain(colors.colorOf(palette, undefined, 'AA'));
  });

  it('beyond the palette, labels asked for together still differ', () => {
    const colors = createLabelColors();
    for (const label of ['a', 'b', 'c', 'd', 'e']) colors.colorOf(palette, 's', label);
    expect(new Set(['f', 'g', 'h'].map((label) => colors.colorOf(palette, 's', label))).size).toBe(3);
  });

  it('gives the slot asked for, unless a colour was set by hand', () => {
    const colors = createLabelColors();
    colors.colorOf(palette, 's', 'a');
    expect(colors.colorOf(palette, 's', 'count', 0)).toBe('#1');
    expect(colors.colorOf(palette, 's', 'average', 5)).toBe('#2');
    colors.reset({ count: 'red' });
    expect(colors.colorOf(palette, 's', 'count', 0)).toBe('red');
  });
});
