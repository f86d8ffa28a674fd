import { ConnectorError } from '@orrery/sdk/server';
import { afterAll, beforeAll, describe } from 'vitest';
import { connectionTests } from './connector/connection-tests.ts';
import type { ConnectorBench, ConnectorConformance, ConnectorSubject } from './connector/connector-bench.ts';
import { rowsOf } from './connector/connector-bench.ts';
import { queryTests } from './connector/query-tests.ts';
import { createStatements, STANDARD_TYPES } from './connector/sample-table.ts';
import { stoppingTests } from './connector/stopping-tests.ts';

/** Registers the tests every connector has to pass; call it at the top level of a test file. Every engine must give the same answers, computed here. */
export function conformConnector(options: ConnectorConformance): void {
  const { engine, schema, tableSuffix = '', nullable = (type: string) => type } = options;
  const types = { ...STANDARD_TYPES, ...options.types };
  const table = `conformance_${process.pid}`;
  let opened: ConnectorSubject | undefined;
  const subject = (): ConnectorSubject => {
    if (!opened) throw new Error(`${engine} was not opened.`);
    return opened;
  };

  describe(`${engine} conforms`, () => {
    const write = async (sql: string): Promise<void> => void (await rowsOf(subject().connection, sql, { mode: 'write' }));
    const named = (name: string): string => subject().dialect.qualify({ schema, name });
    beforeAll(async () => {
      opened = await options.open();
      for (const sql of createStatements(opened.dialect, named(table), types, tableSuffix, nullable, options.written)) await write(sql);
      await write(`CREATE VIEW ${named(`${table}_view`)} AS SELECT id, region FROM ${named(table)}`);
      await opened.addTable(schema, table);
    }, 120_000);
    afterAll(async () => {
      if (!opened) return;
      const ignore = (error: unknown): void => {
        if (!(error instanceof ConnectorError)) throw error;
      };
      await write(`DROP VIEW ${named(`${table}_view`)}`).catch(ignore);
      await write(`DROP TABLE ${named(table)}`).catch(ignore);
      await opened.close();
    });

    const bench: ConnectorBench = { options, table, types, subject };
    connectionTests(bench);
    stoppingTests(bench);
    queryTests(bench);
  });
}
