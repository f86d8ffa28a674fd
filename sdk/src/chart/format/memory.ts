const DECIMAL = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB', 'RB', 'QB'];
const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB', 'RiB', 'QiB'];

/** Bytes in units of 1000 or 1024, at most two decimals, trailing zeros cut. */
export function memoryFormat(base: 1000 | 1024, suffix: string): (value: number) => string {
  const units = base === 1000 ? DECIMAL : BINARY;
  return (value) => {
    const size = Math.abs(value);
    const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)));
    return `${Number((value / base ** power).toFixed(2))}${units[power] ?? ''}${suffix}`;
  };
}
