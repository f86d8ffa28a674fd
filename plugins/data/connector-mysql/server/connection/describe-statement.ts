import type { ExecuteOptions, ResultColumn } from '@orrery/sdk/server';
import type { FieldInfo } from '../result/column-types.ts';
import type { ServerPool } from './pool-registry.ts';
import { toColumns } from './run-query.ts';
import { Session } from './session.ts';

interface Prepared {
  readonly columns: readonly FieldInfo[];
  close(): void;
}

interface Preparing {
  prepare(sql: string, done: (error: Error | null, statement: Prepared) => void): void;
}

/** Columns of an admitted SELECT; it is prepared, not run. Rejects with ConnectorError. */
export async function describeStatement(pool: ServerPool, sql: string, options: ExecuteOptions): Promise<readonly ResultColumn[]> {
  const session = await Session.begin(pool, options);
  try {
    const fields = await session.wait(
      () =>
        new Promise<readonly FieldInfo[]>((resolve, reject) => {
          (session.connection as unknown as Preparing).prepare(sql, (error, statement) => {
            if (error) reject(error);
            else {
              resolve([...statement.columns]);
              statement.close();
            }
          });
        }),
    );
    session.finish();
    return toColumns(fields);
  } catch (error) {
    throw session.fail(error);
  }
}
