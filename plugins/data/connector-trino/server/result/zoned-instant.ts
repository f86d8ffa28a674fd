const INSTANT = /^(-?\d{4,6})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(?: ?(.+))?$/;
const OFFSET = /^([+-])(\d\d):?(\d\d)$/;

const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(zone: string): Intl.DateTimeFormat | null {
  let format = formats.get(zone);
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'iso8601', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
    } catch {
      format = null;
    }
    formats.set(zone, format);
  }
  return format;
}

/** How far a zone's clock is ahead of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, ms: number): number {
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']) - Math.floor(ms / 1000) * 1000;
}

function offsetOf(zone: string, clock: number): number | null {
  if (zone === 'UTC' || zone === 'Z' || zone === 'GMT') return 0;
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const format = formatOf(zone);
  if (!format) return null;
  // The offset before a change of clocks may not be the one after it.
  return offsetAt(format, clock - offsetAt(format, clock));
}

/** Epoch milliseconds of a date or timestamp text, with or without a zone; without one it is in UTC. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  if (zone === undefined) return date.getTime();
  const offset = offsetOf(zone, date.getTime());
  return offset === null ? null : date.getTime() - offset;
}
