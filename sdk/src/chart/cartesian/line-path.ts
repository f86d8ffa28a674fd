import { area, curveLinear, curveMonotoneX, curveStep, curveStepAfter, curveStepBefore, line } from 'd3-shape';
import type { CurveFactory } from 'd3-shape';
import type { LineStyle } from './cartesian-model.ts';
import type { Pixel } from './downsample.ts';
import { downsample } from './downsample.ts';
import type { Spans } from './stack-series.ts';

const CURVES: Readonly<Record<LineStyle, CurveFactory>> = { line: curveLinear, smooth: curveMonotoneX, start: curveStepBefore, middle: curveStep, end: curveStepAfter };

/** Path of a line through runs of points; a gap ends a run. */
export function linePath(runs: readonly (readonly Pixel[])[], style: LineStyle, width: number): string {
  const draw = line<Pixel>((point) => point[0], (point) => point[1]).curve(CURVES[style]).digits(1);
  return runs.map((run) => draw(downsample(run, width) as Pixel[]) ?? '').join('');
}

/** Path of the bands between runs of points and their bases. */
export function areaPath(runs: readonly (readonly Pixel[])[], style: LineStyle, width: number): string {
  const draw = area<Pixel>((point) => point[0], (point) => point[2], (point) => point[1]).curve(CURVES[style]).digits(1);
  return runs.map((run) => draw(downsample(run, width) as Pixel[]) ?? '').join('');
}

/** Splits a series into runs without gaps. */
export function runsOf(positions: readonly number[], line: Spans[number], value: (value: number) => number): Pixel[][] {
  const runs: Pixel[][] = [];
  let run: Pixel[] = [];
  line.forEach((span, at) => {
    if (!span) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else run.push([positions[at] ?? 0, value(span[1]), value(span[0])]);
  });
  if (run.length > 0) runs.push(run);
  return runs;
}
