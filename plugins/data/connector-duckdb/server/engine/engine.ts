import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '@orrery/sdk/server';
import { createAdmission } from '../admission/admit.ts';
import { admitWrite } from '../admission/admit-write.ts';
import { rewriteTables } from '../admission/rewrite-tables.ts';
import { ConnectionPool } from './connection-pool.ts';
import { genericOf } from './decode-column.ts';
import { toEngineError } from './engine-error.ts';
import { openInstance, readCatalog } from './open-instance.ts';
import type { EngineLimits, EngineReply, EngineRequest, OpenMode, WireColumn } from './protocol.ts';
import { BATCHES_IN_FLIGHT } from './protocol.ts';
import { runScript } from './run-script.ts';
import { streamQuery } from './stream-query.ts';

interface Task {
  cancelled: boolean;
  /** The connection still holds an unread result and must not serve another query. */
  isUsedUp: boolean;
  credit: number;
  connection?: DuckDBConnection;
  wake?: () => void;
  timer?: NodeJS.Timeout;
}

type Work = Exclude<EngineRequest, { kind: 'open' | 'ack' | 'cancel' }>;

/** One open database file, answering requests. Knows nothing of processes. */
export class Engine {
  private readonly tasks = new Map<number, Task>();
  private readonly reply: (message: EngineReply) => void;
  private pool: ConnectionPool | undefined;
  private admit: ((connection: DuckDBConnection, sql: string) => Promise<void>) | undefined;

  constructor(reply: (message: EngineReply) => void) {
    this.reply = reply;
  }

  async open(file: string, mode: OpenMode, limits: EngineLimits): Promise<void> {
    try {
      const instance = await openInstance(file, mode, limits);
      this.pool = new ConnectionPool(instance);
      const connection = await this.pool.take();
      this.admit = mode === 'write' ? admitWrite : createAdmission(await readCatalog(connection));
      this.pool.give(connection);
      this.reply({ kind: 'open' });
    } catch (error) {
      const { message } = toEngineError(error);
      this.reply({ kind: 'openFailed', code: 'unavailable', message });
    }
  }

  handle(request: EngineRequest): void {
    switch (request.kind) {
      case 'open':
        void this.open(request.file, request.mode, request.limits);
        return;
      case 'ack': {
        const task = this.tasks.get(request.id);
        if (task) {
          task.credit++;
          task.wake?.();
        }
        return;
      }
      case 'cancel':
        this.cancel(request.id);
        return;
      default:
        void this.work(request);
    }
  }

  private cancel(id: number): void {
    const task = this.tasks.get(id);
    if (!task || task.cancelled) return;
    task.cancelled = true;
    task.wake?.();
    // An interrupt before the statement really runs is lost, hence again and again until the task is gone.
    const interrupt = (): void => task.connection?.interrupt();
    interrupt();
    task.timer = setInterval(interrupt, 25);
  }

  private async work(request: Work): Promise<void> {
    const task: Task = { cancelled: false, isUsedUp: false, credit: BATCHES_IN_FLIGHT };
    this.tasks.set(request.id, task);
    try {
      if (!this.pool || !this.admit) throw new ConnectorError('unavailable', 'The engine has no database open.');
      task.connection = await this.pool.take();
      await this.perform(request, task, task.connection);
    } catch (error) {
      const { code, message } = task.cancelled ? new ConnectorError('cancelled', 'The query was cancelled.') : toEngineError(error);
      task.isUsedUp = true;
      this.reply({ kind: 'failed', id: request.id, code, message });
    } finally {
      clearInterval(task.timer);
      if (task.connection) {
        if (task.cancelled || task.isUsedUp) discard(task.connection);
        else this.pool?.give(task.connection);
      }
      this.tasks.delete(request.id);
    }
  }

  private async perform(request: Work, task: Task, connection: DuckDBConnection): Promise<void> {
    const { id } = request;
    if (request.kind === 'script') {
      this.reply({ kind: 'value', id, value: await runScript(connection, request.statements) });
      return;
    }
    if (request.kind === 'rewrite') {
      this.reply({ kind: 'value', id, value: await rewriteTables(connection, request.sql, request.replacements) });
      return;
    }
    if (request.admit) await this.admit?.(connection, request.sql);
    if (request.kind === 'describe') {
      this.reply({ kind: 'value', id, value: await describe(connection, request.sql) });
      return;
    }
    const isAtEnd = await streamQuery(connection, request.sql, request.maxRows, {
      isCancelled: () => task.cancelled,
      send: async (columns, batch, done) => {
        while (task.credit <= 0 && !task.cancelled) await new Promise<void>((resolve) => (task.wake = resolve));
        if (task.cancelled) throw new ConnectorError('cancelled', 'The query was cancelled.');
        task.credit--;
        this.reply({ kind: 'rows', id, done, ...(columns && { columns }), ...(batch && { batch }) });
      },
    });
    task.isUsedUp = !isAtEnd;
  }
}

function discard(connection: DuckDBConnection): void {
  connection.interrupt();
  connection.closeSync();
}

async function describe(connection: DuckDBConnection, sql: string): Promise<readonly WireColumn[]> {
  const prepared = await connection.prepare(sql);
  try {
    return Array.from({ length: prepared.columnCount }, (_, at) => {
      const type = prepared.columnType(at);
      return { name: prepared.columnName(at), type: String(type), generic: genericOf(type) };
    });
  } finally {
    prepared.destroySync();
  }
}
