/** A point in pixels; `base` is the lower edge of an area. */
export type Pixel = readonly [x: number, y: number, base: number];

/**
 * Keeps first, lowest, highest and last point of every pixel column: the line looks the same, and its length depends on
 * the width of the chart instead of the number of rows. Points must be sorted by x.
 */
export function downsample(points: readonly Pixel[], width: number): readonly Pixel[] {
  if (points.length <= 4 * width) return points;
  const kept: Pixel[] = [];
  let start = 0;
  while (start < points.length) {
    const column = Math.floor(points[start]?.[0] ?? 0);
    let end = start;
    let low = start;
    let high = start;
    while (end < points.length && Math.floor(points[end]?.[0] ?? 0) === column) {
      if ((points[end]?.[1] ?? 0) < (points[low]?.[1] ?? 0)) low = end;
      if ((points[end]?.[1] ?? 0) > (points[high]?.[1] ?? 0)) high = end;
      end += 1;
    }
    for (const at of [...new Set([start, low, high, end - 1])].sort((a, b) => a - b)) {
      const point = points[at];
      if (point) kept.push(point);
    }
    start = end;
  }
  return kept;
}
