const TEXT = /^(\d{4,6})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?([+-]\d\d(?::?\d\d){0,2})?( BC)?$/;

function offsetMs(zone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (zone.slice(1).match(/\d\d/g) ?? []).map(Number);
  return (zone.startsWith('-') ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** Epoch milliseconds of a date or timestamp as PostgreSQL prints it (ISO style); null for infinity and what no Date can hold. */
export function parseInstant(text: string): number | null {
  const match = TEXT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone, era] = match;
  const date = new Date(0);
  date.setUTCFullYear(era ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  const ms = date.getTime() - (zone ? offsetMs(zone) : 0);
  return Number.isNaN(ms) ? null : ms;
}
