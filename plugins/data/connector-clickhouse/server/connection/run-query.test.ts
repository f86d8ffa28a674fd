import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createServer } from './clickhouse-server.ts';
import { connectionTarget } from './connection-config.ts';
import { runQuery } from './run-query.ts';

const HEAD = '["x"]\n["UInt8"]\n';
const answers: Readonly<Record<string, (response: http.ServerResponse) => void>> = {
  // Servers before 25.11 write the error into the result, whatever its format.
  old: (response) => void response.end(`${HEAD}${'[1]\n'.repeat(50_000)}Code: 395. DB::Exception: Value passed to 'throwIf' function is non-zero. (FUNCTION_THROW_IF_VALUE_IS_NON_ZERO)\n`),
  cut: (response) => {
    response.write(`${HEAD}${'[1]\n'.repeat(50_000)}[1`);
    setTimeout(() => response.destroy(), 50);
  },
  split: (response) => {
    response.write('["x"]\n["UI');
    setTimeout(() => response.end('nt8"]\n[1]\n[2]\n'), 50);
  },
};

/** What no engine at hand does: answers that break off, old errors, pieces cut anywhere. */
describe('reading results', () => {
  const signedIn: string[] = [];
  const listener = http.createServer((request, response) => {
    let sql = '';
    signedIn.push(Buffer.from(String(request.headers.authorization).slice('Basic '.length), 'base64').toString());
    request.on('data', (part: Buffer) => (sql += part.toString())).on('end', () => (sql.includes('system.settings') ? void response.end('["readonly","0"]\n') : answers[/^\w+/.exec(sql)?.[0] ?? '']?.(response)));
  });
  const start = new Promise<number>((resolve) => listener.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port)));
  afterAll(() => {
    listener.closeAllConnections();
    listener.close();
  });

  const read = async (name: string): Promise<number> => {
    const server = await createServer(connectionTarget({ host: '127.0.0.1', port: await start }));
    let count = 0;
    try {
      const { columns, batches } = await runQuery(server, name, { signal: new AbortController().signal, timeoutMs: 5000, maxRows: 1_000_000, mode: 'read' });
      expect(columns).toEqual([{ name: 'x', type: 'UInt8', generic: 0 }]);
      for await (const { rowCount } of batches) count += rowCount;
      return count;
    } finally {
      await server.end();
    }
  };

  it('[contract §1.5] asks as the account that is called like the caller, with the password of the database', async () => {
    const stored = await createServer(connectionTarget({ host: '127.0.0.1', port: await start, username: 'service', password: 'secret' }));
    try {
      signedIn.length = 0;
      for (const server of [stored, stored.as({ username: 'bob' }), stored.as({ username: 'bob' }), stored.as({ username: 'zoë' })]) {
        const { batches } = await runQuery(server, 'split', { signal: new AbortController().signal, timeoutMs: 5000, maxRows: 10, mode: 'read' });
        for await (const { rowCount } of batches) expect(rowCount).toBeGreaterThan(0);
      }
      // Each account is asked for its settings once, then for the rows.
      expect(signedIn).toEqual(['service', 'service', 'bob', 'bob', 'bob', 'zoë', 'zoë'].map((name) => `${name}:secret`));
      signedIn.length = 0;
      await stored.as({ username: 'bob' }).kill('some-id');
      expect(new Set(signedIn)).toEqual(new Set(['bob:secret']));
      expect(() => stored.as({ username: 'default:' })).toThrow(expect.objectContaining({ code: 'access-denied' }));
    } finally {
      await stored.end();
    }
  });

  it('tells errors that old servers write into a result', async () => {
    await expect(read('old')).rejects.toMatchObject({ code: 'engine', message: expect.stringContaining("Value passed to 'throwIf'") as unknown });
  });

  it('never takes a result that breaks off for a whole one', async () => {
    await expect(read('cut')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('puts pieces together', async () => {
    await expect(read('split')).resolves.toBe(2);
  });
});
