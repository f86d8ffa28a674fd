import { lookup } from 'node:dns';
import { createWriteStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { uploadError } from '../upload-error.ts';

/** Networks that are nobody's on the internet, and services of this machine's surroundings. */
const INNER: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'], ['10.0.0.0', 8, 'ipv4'], ['100.64.0.0', 10, 'ipv4'], ['127.0.0.0', 8, 'ipv4'], ['169.254.0.0', 16, 'ipv4'], ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'], ['192.168.0.0', 16, 'ipv4'], ['198.18.0.0', 15, 'ipv4'], ['224.0.0.0', 4, 'ipv4'], ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'], ['::ffff:0:0', 96, 'ipv6'], ['64:ff9b::', 96, 'ipv6'], ['fc00::', 7, 'ipv6'], ['fe80::', 10, 'ipv6'], ['ff00::', 8, 'ipv6'],
];
// One list for both would take every IPv4 address for its form within IPv6, all of which is refused.
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix, family] of INNER) inner[family].addSubnet(network, prefix, family);

/** Whether an IP address is none of the internet's. */
export function isInner(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return inner[family].check(address, family);
}

/** How a file is fetched. */
export interface FetchOptions {
  /** Bytes, unpacked. */
  readonly limit: number;
  /** Whether plain HTTP and addresses of the inner network will do. */
  readonly allowsInner: boolean;
  readonly signal: AbortSignal;
}

const refused = (): Error => uploadError('The address of the data is not on the internet; the server does not fetch from there.');

/** Resolves once, checks every address, and connects to one of those that were checked. */
const checkedLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) done(error ?? new Error('No address'), '', 4);
    else if (addresses.some(({ address }) => isInner(address))) done(refused() as NodeJS.ErrnoException, '', 4);
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

/** Fetches a file (`.gz` unpacked) to a path and answers its size in bytes. Follows no redirect. Rejects with HttpError 422. */
export async function fetchFile(url: URL, target: string, { limit, allowsInner, signal }: FetchOptions): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' && !(allowsInner && url.protocol === 'http:')) throw uploadError('Data is fetched by https only.');
  // Addresses are connected to without a lookup.
  if (!allowsInner && isIP(host) !== 0 && isInner(host)) throw refused();
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, { signal, ...(allowsInner ? {} : { lookup: checkedLookup }) }, resolve);
    request.on('error', (error) => reject(error instanceof Error && 'status' in error ? error : uploadError('The data could not be fetched: its server did not answer.', error)));
  });
  if (response.statusCode !== 200) {
    response.destroy();
    throw uploadError(`The data could not be fetched: its server answered ${response.statusCode}.`);
  }
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) done(uploadError(`The data is larger than ${limit} bytes.`));
      else done(null, chunk);
    },
  });
  const file = createWriteStream(target, { mode: 0o600 });
  try {
    await (url.pathname.endsWith('.gz') ? pipeline(response, createGunzip(), counted, file, { signal }) : pipeline(response, counted, file, { signal }));
  } catch (error) {
    throw error instanceof Error && 'status' in error ? error : uploadError('The data could not be fetched whole.', error);
  }
  return bytes;
}
