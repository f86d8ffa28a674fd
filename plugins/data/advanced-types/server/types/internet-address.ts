import { isIPv4, isIPv6 } from 'node:net';
import type { AdvancedValue } from '../../contract.ts';

const ALL_V4 = (1n << 32n) - 1n;
const ALL_V6 = (1n << 128n) - 1n;

/** The address or network a text names, `10.0.0.1`, `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `2001:db8::/32` or a number; undefined when it names none. */
export function readInternetAddress(text: string): AdvancedValue | undefined {
  if (/^\d{1,39}$/.test(text)) {
    const number = BigInt(text);
    return number <= ALL_V6 ? number : undefined;
  }
  const [address = '', prefix, ...rest] = text.trim().split('/');
  if (rest.length > 0) return undefined;
  const number = isIPv4(address) ? v4ToNumber(address) : isIPv6(address) && !address.includes('%') ? v6ToNumber(address) : undefined;
  if (number === undefined) return undefined;
  const width = isIPv4(address) ? 32 : 128;
  const bits = prefix === undefined ? width : bitsOf(prefix, width);
  if (bits === undefined) return undefined;
  const host = (1n << BigInt(width - bits)) - 1n;
  const start = number & ((width === 32 ? ALL_V4 : ALL_V6) ^ host);
  return host === 0n ? start : { start, end: start | host };
}

function bitsOf(prefix: string, width: number): number | undefined {
  if (/^\d{1,3}$/.test(prefix)) return Number(prefix) <= width ? Number(prefix) : undefined;
  if (width !== 32 || !isIPv4(prefix)) return undefined;
  const mask = v4ToNumber(prefix).toString(2).padStart(32, '0');
  return /^1*0*$/.test(mask) ? mask.lastIndexOf('1') + 1 : undefined;
}

function v4ToNumber(address: string): bigint {
  return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function v6ToNumber(address: string): bigint {
  // A trailing dotted quad is two groups.
  const plain = address.replace(/[\d.]+$/, (quad) => {
    if (!quad.includes('.')) return quad;
    const number = v4ToNumber(quad);
    return `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
