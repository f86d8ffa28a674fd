import type { CreateTableBuilder, Kysely } from 'kysely';

/** One step of a plugin's schema. Additive only; written in the portable subset (no ilike, no JSON operators, no alter type). @public */
export interface Migration {
  /** Sorts by name, e.g. `2026-11-01-charts`. Unique within the plugin. */
  readonly name: string;
  up(db: Kysely<unknown>, helpers: MigrationHelpers): Promise<void>;
}

/** The few things that differ between SQLite and PostgreSQL. @public */
export interface MigrationHelpers {
  readonly dialect: 'sqlite' | 'postgres';
  /** Adds the auto-increment primary key `id` to a CREATE TABLE builder. */
  withId<T extends string, C extends string>(builder: CreateTableBuilder<T, C>): CreateTableBuilder<T, C | 'id'>;
}

/**
 * The metadata database: SQLite embedded, PostgreSQL in production. Portable rules: booleans are 0/1 integers,
 * times are epoch milliseconds (bigint), uuids are text, JSON is text and never queried inside.
 * @public
 */
export interface MetadataStore {
  readonly dialect: 'sqlite' | 'postgres';
  /** Reads and single writes. `T` is the plugin's table interface. */
  db<T>(): Kysely<T>;
  /** Runs `work` in one transaction; keep it short, never call a network inside. */
  transaction<T, R>(work: (db: Kysely<T>) => Promise<R>): Promise<R>;
  /** Changes with every commit by anybody, in this process or another: what was read before stays true until then. */
  dataVersion(): Promise<string>;
  /** Applies the plugin's outstanding migrations, each in a transaction, once across processes. */
  migrate(migrations: readonly Migration[]): Promise<void>;
}
