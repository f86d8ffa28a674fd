const UNITS: readonly (readonly [suffix: string, milliseconds: number])[] = [
  ['y', 31_536_000_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
];

/** Milliseconds as `1d 1h 1m 1s`; with `fractions` also `100ms 400µs 800ns`. */
export function formatDuration(value: number, fractions: boolean): string {
  const sign = value < 0 ? '-' : '';
  let rest = Math.abs(value);
  const parts: string[] = [];
  for (const [suffix, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${suffix}`);
  }
  if (fractions) parts.push(...subSeconds(rest));
  else if (rest >= 1000 || parts.length > 0) {
    const seconds = Math.floor(rest / 100) / 10;
    if (seconds > 0) parts.push(`${seconds}s`);
  } else parts.push(rest >= 1 || rest === 0 ? `${Math.floor(rest)}ms` : `${Math.ceil(rest)}ms`);
  return sign + (parts.join(' ') || '0ms');
}

function subSeconds(rest: number): string[] {
  const nanos = Math.round(rest * 1e6);
  const pieces: readonly (readonly [number, string])[] = [
    [Math.floor(nanos / 1e9), 's'],
    [Math.floor(nanos / 1e6) % 1000, 'ms'],
    [Math.floor(nanos / 1e3) % 1000, 'µs'],
    [nanos % 1000, 'ns'],
  ];
  return pieces.filter(([count]) => count > 0).map(([count, suffix]) => `${count}${suffix}`);
}

/** Milliseconds as a clock: `0:10.5`, `1:01:01`, with days `1:01:01:01`. */
export function formatDurationColons(value: number): string {
  const sign = value < 0 ? '-' : '';
  const total = Math.abs(value) / 1000;
  const seconds = Math.floor((total % 60) * 10) / 10;
  const two = (count: number): string => String(count).padStart(2, '0');
  const tenths = Math.round((seconds % 1) * 10);
  const counts = [Math.floor(total / 86_400), Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60];
  while (counts.length > 1 && counts[0] === 0) counts.shift();
  const head = counts.map((count, at) => (at === 0 ? String(count) : two(count))).join(':');
  return `${sign}${head}:${two(Math.floor(seconds))}${tenths === 0 ? '' : `.${tenths}`}`;
}
