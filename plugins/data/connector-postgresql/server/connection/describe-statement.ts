import type { FieldDef, Submittable } from 'pg';
import type { ExecuteOptions, ResultColumn } from '@orrery/sdk/server';
import { genericOf, typeName } from '../result/column-types.ts';
import type { ServerPool } from './pool-registry.ts';
import { Session } from './session.ts';

interface Wire {
  parse(message: { readonly text: string }): void;
  describe(message: { readonly type: 'S' }): void;
  sync(): void;
}

/** Asks the server what a statement would answer; it is parsed and planned, not run. */
class DescribeStatement implements Submittable {
  readonly done: Promise<readonly FieldDef[]>;
  private readonly text: string;
  private fields: readonly FieldDef[] = [];
  private failure: unknown;
  private resolve!: (fields: readonly FieldDef[]) => void;
  private reject!: (error: unknown) => void;

  constructor(text: string) {
    this.text = text;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.parse({ text: this.text });
    wire.describe({ type: 'S' });
    wire.sync();
  }

  handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
    this.fields = message.fields;
  }

  handleError(error: unknown): void {
    this.failure ??= error;
    this.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.failure === undefined) this.resolve(this.fields);
  }
}

/** Columns of an admitted SELECT. Rejects with ConnectorError. */
export async function describeStatement(pool: ServerPool, sql: string, options: ExecuteOptions): Promise<readonly ResultColumn[]> {
  const session = await Session.begin(pool, options);
  try {
    const fields = await session.wait(() => session.client.query(new DescribeStatement(sql)).done);
    await session.commit();
    return fields.map(({ name, dataTypeID }) => ({ name, type: typeName(dataTypeID), generic: genericOf(dataTypeID) }));
  } catch (error) {
    throw session.fail(error, sql);
  }
}
