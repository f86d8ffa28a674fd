import { describe, expect, it } from 'vitest';
import type { User } from '@orrery/sdk';
import { GenericType } from '@orrery/sdk';
import type { Connection, SqlDialect } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import { createMacroTable } from '../template/macro-table.ts';
import { renderTemplate } from '../template/render-template.ts';
import { rewriteTemplate } from '../template/rewrite-template.ts';
import { createRenderSandbox } from '../template/sandbox/render-sandbox.ts';
import { sqliteDialect } from '../sql/sqlite-dialect.test-kit.ts';
import { createPartitionReader } from './partition-reader.ts';

const user: User = { id: 1, username: 'ann', firstName: '', lastName: '', email: '', roles: {}, isAnonymous: false, isAdmin: false };
const dataset = { id: 3, table_name: 'visits', schema: 'web', catalog: null, sql: null, database: { id: 7 } } as DatasetRecord;
const trino = { ...sqliteDialect, name: 'trino', identifier: (name: string) => `"${name}"`, qualify: ({ schema, name }: { schema?: string | null; name: string }) => `"${schema}"."${name}"` } as SqlDialect;

/** A database of one table in parts by day and hour. */
function room() {
  const asked: string[] = [];
  const checked: string[] = [];
  const columns = [{ name: 'ds', type: 'date', generic: GenericType.Temporal }, { name: 'hour', type: 'varchar', generic: GenericType.String }];
  const connection = {
    describe: async (sql: string) => (sql.includes('flat') ? [] : columns),
    execute: async (sql: string) => {
      asked.push(sql);
      const chosen = sql.startsWith('SELECT "ds", "hour"') ? columns : columns.filter(({ name }) => sql.startsWith(`SELECT "${name}"`));
      async function* batches() {
        if (!sql.includes('empty')) yield { columns: chosen.map(({ name }) => [name === 'ds' ? Date.UTC(2024, 4, 1) : '23']), rowCount: 1 };
      }
      return { columns: chosen, batches: batches() };
    },
  } as unknown as Connection;
  const reader = createPartitionReader({ connect: async () => ({ connection }) as never }, async (tables) => {
    checked.push(...tables.map(({ schema, name }) => `${schema}.${name}`));
    if (tables.some(({ name }) => name === 'secret')) throw new Error('not yours');
  });
  return { reader, asked, checked };
}
const scope = { user, dialect: trino, dataset };
const table = (name: string, schema: string | null = null) => ({ catalog: null, schema, name });

describe('[contract §9.2] partitions', () => {
  it('are read newest first, once, and the dataset’s own without another look at rights', async () => {
    const { reader, asked, checked } = room();
    expect(await reader.latest(scope, table('visits', 'web'))).toEqual(['2024-05-01', '23']);
    expect(await reader.latest(scope, table('visits'))).toEqual(['2024-05-01', '23']);
    expect(asked).toEqual([trino.limit('SELECT "ds", "hour" FROM "web"."visits$partitions" ORDER BY "ds" DESC, "hour" DESC', 1, 0)]);
    expect(checked).toEqual([]);
    expect(await reader.latest(scope, table('empty'))).toBeNull();
    expect(checked).toEqual(['web.empty']);
  });

  it('of other tables need the right to them', async () => {
    await expect(room().reader.latest(scope, table('secret'))).rejects.toThrow('not yours');
  });

  it('are found by all columns but one', async () => {
    const { reader, asked } = room();
    expect(await reader.latestSub(scope, table('visits'), { ds: "2024-05-01' OR '1'='1" })).toBe('23');
    expect(asked[0]).toContain(`WHERE "ds" = '2024-05-01'' OR ''1''=''1'`);
    await expect(reader.latestSub(scope, table('visits'), {})).rejects.toThrow('A filter needs to be specified for 1 out of the 2 fields.');
    await expect(reader.latestSub(scope, table('visits'), { nope: 1 })).rejects.toThrow(/Field \[nope\] is not part of the partitioning key/);
  });

  it('exist on some engines and for some tables only', async () => {
    const { reader } = room();
    await expect(reader.latest({ ...scope, dialect: sqliteDialect }, table('visits'))).rejects.toThrow(/works on Presto and Trino/);
    await expect(reader.latest(scope, table('flat'))).rejects.toThrow(/not partitioned/);
    await expect(reader.latest({ ...scope, dataset: undefined }, table('visits'))).rejects.toThrow(/without a dataset/);
  });

  it('are called by templates under the names of their engines', async () => {
    const { reader } = room();
    const none = async (): Promise<never> => Promise.reject(new Error('none'));
    const macros = await createMacroTable({ readable: none, selectOf: none }, undefined, reader)();
    const sandbox = createRenderSandbox();
    const render = async (text: string): Promise<string> =>
      (await renderTemplate(text, { ...scope, formData: {}, urlParams: [], filters: [], timeRange: null, variables: {}, rules: [], now: 0, depth: 0 }, macros, sandbox)).text;
    try {
      expect(await render("ds = '{{ presto.latest_partition('web.visits') }}'")).toBe("ds = '2024-05-01'");
      expect(await render("{{ trino.latest_partitions('visits')[1] }} {{ hive.first_latest_partition('visits') }}")).toBe('23 2024-05-01');
      expect(await render("{% if presto.latest_partition('visits') == '2024-05-01' %}new{% endif %}")).toBe('new');
      expect(await render("{{ presto.latest_sub_partition('visits', ds='2024-05-01') }}")).toBe('23');
      expect(await render("{{ 'presto.latest_partition(1)' }}")).toBe('presto.latest_partition(1)');
      await expect(render('{{ presto.latest_partition() }}')).rejects.toThrow(/names no table/);
    } finally {
      sandbox.dispose();
    }
  }, 60_000);

  it('leave all other texts as they are', () => {
    expect(rewriteTemplate("presto.latest_partition('x') {{ my.presto.latest_partition('x') }}").text).toContain("presto.latest_partition('x') {{__print(( my.presto.latest_partition('x') ), 0)}}");
  });
});
