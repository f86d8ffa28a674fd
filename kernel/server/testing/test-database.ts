import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The database kinds to test on: SQLite always, PostgreSQL when `ORRERY_TEST_PG` names a server. */
export const DATABASE_KINDS: readonly ('sqlite' | 'postgres')[] = process.env['ORRERY_TEST_PG'] ? ['sqlite', 'postgres'] : ['sqlite'];

/** A database of its own for one test file. */
export interface TestDatabase {
  /** Undefined for SQLite. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

export async function createTestDatabase(kind: 'sqlite' | 'postgres'): Promise<TestDatabase> {
  const server = process.env['ORRERY_TEST_PG'];
  if (kind === 'sqlite' || !server) return { url: undefined, drop: async () => {} };
  const name = `orrery_test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
