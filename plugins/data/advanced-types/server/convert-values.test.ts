import { describe, expect, it } from 'vitest';
import { convertValues } from './convert-values.ts';
import { printJson } from './print-json.ts';

const values = (type: string, ...texts: (string | number)[]) => convertValues(type, texts)?.values;

describe('advanced data types [EXPL-16]', () => {
  it.each([
    ['80', [80n]],
    ['https', [443n]],
    ['FTP', [20n, 21n]],
    [65535, [65535n]],
  ])('reads the port %s', (text, ports) => {
    expect(values('port', text)).toEqual([ports]);
  });

  it.each(['0', '65536', '-1', 'constructor', '8o', ''])('refuses the port %j', (text) => {
    expect(convertValues('port', ['80', text])).toMatchObject({ error_message: `'${text}' does not appear to be a port name or number`, valid_filter_operators: [], values: [[80n]] });
  });

  it.each([
    ['1.1.1.1', 16843009n],
    ['16843009', 16843009n],
    ['10.1.2.3/8', { start: 167772160n, end: 184549375n }],
    ['10.1.2.3/255.0.0.0', { start: 167772160n, end: 184549375n }],
    ['0.0.0.0/0', { start: 0n, end: 4294967295n }],
    ['1.1.1.1/32', 16843009n],
    ['::1', 1n],
    ['::ffff:1.2.3.4', 0xffff01020304n],
    ['2001:db8::/32', { start: 0x20010db8n << 96n, end: (0x20010db8n << 96n) | ((1n << 96n) - 1n) }],
    ['1:2:3:4:5:6:7:8', 0x00010002000300040005000600070008n],
  ])('reads the address %s', (text, expected) => {
    expect(values('internet_address', text)).toEqual([expected]);
  });

  it.each(['1.1.1', '1.1.1.1/33', '1.1.1.1/255.0.255.0', '::g', '1.1.1.1/8/8', 'fe80::1%eth0', `${'9'.repeat(40)}`])('refuses the address %j', (text) => {
    expect(convertValues('internet_address', [text])?.error_message).toBe(`'${text}' does not appear to be an IPv4 or IPv6 network`);
  });

  it('takes an empty form for no values, and knows no other types', () => {
    expect(convertValues('port', [''])).toEqual({ display_value: '', error_message: '', valid_filter_operators: [], values: [] });
    expect(convertValues('toString', ['1'])).toBeUndefined();
  });

  it('prints wide integers as plain digits', () => {
    expect(printJson({ a: [1n << 64n, 'x"', null, true, 1.5] })).toBe('{"a":[18446744073709551616,"x\\"",null,true,1.5]}');
  });
});
