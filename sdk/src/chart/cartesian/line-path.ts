import { area, curveLinear, curveMonotoneX, curveStep, curveStepAfter, curveStepBefore, line } from 'd3-shape';
import type { CurveFactory } from 'd3-shape';
import type { LineStyle } from './cartesian-model.ts';
import type { Pixel } from './downsample.ts';
import { downsample } from './downsample.ts';

const CURVES: Readonly<Record<LineStyle, CurveFactory>> = { line: curveLinear, smooth: curveMonotoneX, start: curveStepBefore, middle: curveStep, end: curveStepAfter };

/** Path of a line through runs of points; a gap ends a run. */
export function linePath(runs: readonly (readonly Pixel[])[], style: LineStyle, width: number): string {
  const draw = line<Pixel>((point) => point[0], (point) => point[1]).curve(CURVES[style]).digits(1);
  return runs.map((run) => draw(downsample(run, width) as Pixel[]) ?? '').join('');
}

/** Path of the band between `low` and `high`, which are sorted alike. */
export function areaPath(low: readonly Pixel[], high: readonly Pixel[], style: LineStyle): string {
  return (
    area<Pixel>()
      .x((point) => point[0])
      .y0((_, at) => low[at]?.[1] ?? 0)
      .y1((point) => point[1])
      .curve(CURVES[style])
      .digits(1)(high as Pixel[]) ?? ''
  );
}

/** Splits a series into runs without gaps. */
export function runsOf(positions: readonly number[], values: readonly (number | null)[]): Pixel[][] {
  const runs: Pixel[][] = [];
  let run: Pixel[] = [];
  values.forEach((value, at) => {
    if (value === null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else run.push([positions[at] ?? 0, value]);
  });
  if (run.length > 0) runs.push(run);
  return runs;
}
