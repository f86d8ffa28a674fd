import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fetchFile, isInner } from './fetch-file.ts';

const fetched = (url: string): Promise<number> => fetchFile(new URL(url), path.join(tmpdir(), 'never'), { limit: 10, allowsInner: false, signal: AbortSignal.timeout(10_000) });

it.each(['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])('[promises 34] %s is inner', (address) => {
  expect(isInner(address)).toBe(true);
});

it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1'])('%s is on the internet', (address) => {
  expect(isInner(address)).toBe(false);
});

it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/', 'https://user@127.0.0.1:1/x', 'https://[::ffff:127.0.0.1]/', 'https://localhost/', 'https://169.254.169.254/latest/meta-data'])('[promises 34] nothing is fetched from %s', async (url) => {
  await expect(fetched(url)).rejects.toMatchObject({ status: 422, body: { message: expect.stringContaining('not on the internet') } });
});

it.each(['http://example.org/x.csv', 'file:///etc/passwd', 'ftp://example.org/x', 'data:text/csv,a'])('[promises 35] nor %s', async (url) => {
  await expect(fetched(url)).rejects.toMatchObject({ status: 422, body: { message: 'Data is fetched by https only.' } });
});
