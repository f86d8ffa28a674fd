import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Connections of one instance; each serves one query at a time, so that an interrupt meets only that query. */
export class ConnectionPool {
  private readonly idle: DuckDBConnection[] = [];
  private readonly instance: DuckDBInstance;

  constructor(instance: DuckDBInstance) {
    this.instance = instance;
  }

  async take(): Promise<DuckDBConnection> {
    return this.idle.pop() ?? (await this.instance.connect());
  }

  give(connection: DuckDBConnection): void {
    if (this.idle.length < 8) this.idle.push(connection);
    else connection.closeSync();
  }
}
