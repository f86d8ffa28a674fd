import { describe, expect, it } from 'vitest';
import { SqlError } from '../../common/sql-error.ts';
import { sqlEngine } from '../engines/engine-profiles.ts';
import { lexSql, solidTokens } from '../lexer/lex-sql.ts';
import { splitSql } from '../lexer/split-sql.ts';
import { readScript } from './read-script.ts';

const ENGINES = ['postgresql', 'mysql', 'trino', 'clickhouse', 'sqlite', 'duckdb', 'mssql', 'elsewhere'];

/** Mulberry32. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const ODD = [
  "'", '"', '`', '[', ']', '(', ')', ';', '--', '-- x\n', '/*', '*/', '/* y */', '/*!', '/*!50000 ', '#', '# z\n', '$$', '$a$', '$', '\\', "\\'", "''", "E'a\\'b'", "'a;b'", '"c;d"', '`e`',
  '\n', '\t', '\0', ' ', 'é', '😀', '名', 'select', 'from', 'union', 'join', 'secret', 't', 'x', '1', '2.5e3', ',', '.', '::', '{{ a }}', 'as', 'with', '@', '@@v', ':p', '?', '%', "x'00'", '\ufeff',
];

const FRAGMENTS = [
  ' -- c\n', ' /* c */ ', ' /* a /* b */ c */ ', " where 'a;b' = \"c\" ", ' # c\n', ' foo', ' foo bar', ' prewhere d > 1', ' array join tags as tag', " where a = '\\' ", " or 'x' ", ' final', ' sample 0.1', ' limit 1 by a',
  ' group by a with totals', ' settings x = 1', ' format JSON', ' where a in (1)', ' t2, t3', ' left join u on 1 = 1', ' $$ ', " $$ ' $$ ", ' /*! x */ ', ' (', ' )', ' order by 1', " e'\\' ", ' [x] ', ' `y` ', ' window w as ()', ' qualify 1', ' for update', ';', ' 😀 ',
];

describe('hostile texts', () => {
  it('are cut without losing a character', () => {
    const next = random(7);
    for (let round = 0; round < 4000; round++) {
      const sql = Array.from({ length: next(30) }, () => ODD[next(ODD.length)]).join(next(2) ? ' ' : '');
      const { rules } = sqlEngine(ENGINES[next(ENGINES.length)]!);
      const tokens = lexSql(sql, rules);
      expect(tokens.map(({ start, end }) => sql.slice(start, end)).join('')).toBe(sql);
      tokens.forEach(({ start }, at) => expect(start).toBe(at === 0 ? 0 : tokens[at - 1]!.end));
      const wanted = solidTokens(tokens).filter(({ kind, value }) => kind !== 'symbol' || value !== ';').map(({ start, end }) => sql.slice(start, end));
      const pieces = splitSql(sql, rules);
      for (const { text, start } of pieces) expect(sql.startsWith(text, start)).toBe(true);
      expect(pieces.flatMap(({ text }) => solidTokens(lexSql(text, rules)).map(({ start, end }) => text.slice(start, end))), JSON.stringify(sql)).toEqual(wanted);
    }
  });

  it('never hide a table from what is accepted as a read', async () => {
    const next = random(11);
    let accepted = 0;
    for (let round = 0; round < 1500; round++) {
      const engine = ENGINES[next(ENGINES.length)]!;
      const some = (): string => Array.from({ length: next(3) }, () => FRAGMENTS[next(FRAGMENTS.length)]).join('');
      const before = some();
      const hidden = ['union all select * from secret', 'join secret on 1 = 1', ', secret', 'where a in (select b from secret)', 'where exists (select 1 from x.secret)'][next(5)]!;
      // Behind these a name in a list is a column.
      if (hidden === ', secret' && /order|group|limit|where|array|settings|or 'x'|\(/.test(before)) continue;
      const sql = `select a from t${before} ${hidden}${some()}`;
      const statements = await readScript(sqlEngine(engine), sql).catch((error: unknown) => error);
      if (!Array.isArray(statements)) {
        expect(statements).toBeInstanceOf(SqlError);
        continue;
      }
      accepted++;
      // What the lexer calls a name or word is code; inside comments and texts it is not.
      const isCode = solidTokens(lexSql(sql, sqlEngine(engine).rules)).some(({ kind, value }) => (kind === 'word' || kind === 'name') && value === 'secret');
      const tables = statements.flatMap((statement) => statement.tables.map(({ name }: { readonly name: string }) => name));
      if (isCode && statements.every(({ isSelect, disallowedFunctions }) => isSelect && disallowedFunctions.length === 0)) expect(tables, `${engine}: ${sql}`).toContain('secret');
    }
    // The test means nothing when everything is refused.
    expect(accepted).toBeGreaterThan(150);
  }, 60_000);

  it('end in a typed error or an answer', async () => {
    const next = random(13);
    for (let round = 0; round < 1000; round++) {
      const engine = ENGINES[next(ENGINES.length)]!;
      const sql = `select ${Array.from({ length: next(15) }, () => ODD[next(ODD.length)]).join(' ')}`;
      const outcome = await readScript(sqlEngine(engine), sql).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome, `${engine}: ${sql}`).toBeInstanceOf(SqlError);
    }
  }, 60_000);

  it('takes two dashes before a blank that does not break for code on MySQL', async () => {
    const kinds = (blank: string) => lexSql(`1 --${blank}2`, sqlEngine('mysql').rules).map(({ kind }) => kind);
    expect(kinds('\u00a0')).not.toContain('comment');
    expect(kinds('\u2028')).not.toContain('comment');
    expect(kinds('\t')).toContain('comment');
    await expect(readScript(sqlEngine('mysql'), 'select 1 --\u00a0 from secret\n')).rejects.toBeInstanceOf(SqlError);
  });

  it('refuses comments whose end engines disagree on', async () => {
    await expect(readScript(sqlEngine('duckdb'), 'select 1 -- \r from secret')).rejects.toMatchObject({ code: 'refused' });
    await expect(readScript(sqlEngine('duckdb'), 'select 1 -- one\r\nfrom t')).resolves.toHaveLength(1);
  });

  it('goes on after texts that overflow the parser of PostgreSQL', async () => {
    const engine = sqlEngine('postgresql');
    for (let round = 0; round < 12; round++) await expect(readScript(engine, `select ${'1+'.repeat(20_000)}${round}`)).rejects.toMatchObject({ code: 'too-complex' });
    await expect(readScript(engine, 'select 1 + 1')).resolves.toHaveLength(1);
  }, 120_000);
});
