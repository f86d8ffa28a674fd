import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { Connection, HttpRequest, ServerPluginContext } from '@orrery/sdk/server';
import { GenericType } from '@orrery/sdk';
import type { User } from '@orrery/sdk';
import type { DatabaseService } from '../../../app/database/contract.ts';
import type { DatasetService } from '../../../app/dataset/contract.ts';
import type { DuckDbLoader } from '../../connector-duckdb/contract.ts';
import { UploadParsers } from '../contract.ts';
import type { ColumnType, UploadFile, UploadOptions, UploadParser, UploadSheet } from '../contract.ts';
import { shapeTable } from './columns/shape-table.ts';
import { readOptions, readTarget } from './form/read-options.ts';
import type { UploadTarget } from './form/read-options.ts';
import { spoolForm } from './form/spool-form.ts';
import { allowedTarget } from './target/allowed-target.ts';
import { publishTable, tableExists } from './target/publish-table.ts';
import { saveDataset } from './target/save-dataset.ts';
import { fieldError, uploadError } from './upload-error.ts';

const DEFAULT_MAX_BYTES = 200 * 1024 * 1024;
/** Uploads worked on at once; each has an engine of its own. */
const AT_ONCE = 2;
const WANTED: Readonly<Record<GenericType, ColumnType>> = { [GenericType.Numeric]: 'double', [GenericType.String]: 'text', [GenericType.Temporal]: 'timestamp', [GenericType.Boolean]: 'boolean' };

/** What uploads work with. */
export interface UploadParts {
  readonly ctx: ServerPluginContext;
  readonly databases: DatabaseService;
  readonly datasets: DatasetService;
  readonly loader: DuckDbLoader;
}

interface Form {
  readonly file: UploadFile;
  readonly fields: ReadonlyMap<string, string>;
  readonly parser: UploadParser;
  readonly options: UploadOptions;
}

/** A table that may not be there yet. */
export interface NewTable {
  readonly databaseId: number;
  readonly schema: string | null;
  readonly table: string;
  readonly user: User;
  readonly signal: AbortSignal;
}

/** Answers the two routes that take files, and loads files of imports. */
export interface UploadService {
  upload(request: HttpRequest): Promise<void>;
  preview(request: HttpRequest): Promise<readonly UploadSheet[]>;
  /**
   * Makes a table of a CSV file, unless it is there already. `fetch` gets the file, of at most `limit` bytes; undefined for
   * nothing to load. Rejects with HttpError or ConnectorError.
   */
  loadNew(table: NewTable, fetch: (limit: number) => Promise<UploadFile | undefined>): Promise<void>;
}

/** Creates the service. */
export function createUploadService({ ctx, databases, datasets, loader }: UploadParts): UploadService {
  const configured = ctx.config.conf['UPLOAD_MAX_BYTES'];
  const limit = typeof configured === 'number' && configured > 0 ? configured : DEFAULT_MAX_BYTES;
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  /** Reads the form to disk, hands it on, and removes what it left. */
  async function withForm<T>(request: HttpRequest, work: (form: Form) => Promise<T>): Promise<T> {
    const folder = path.join(ctx.config.dataDir, 'tmp', 'upload', randomUUID());
    try {
      const { fields, file } = await spoolForm(request, folder, limit);
      const kinds = await ctx.points.loadAll(UploadParsers);
      const type = fields.get('type');
      if (type === undefined) throw fieldError('type', 'Missing data for required field.');
      const kind = kinds.find(({ value }) => value.kind === type)?.value;
      if (!kind) throw fieldError('type', `Must be one of: ${kinds.map(({ value }) => value.kind).join(', ')}.`);
      if (!file) throw fieldError('file', 'Missing data for required field.');
      const extension = path.extname(file.name).slice(1).toLowerCase();
      if (!kind.extensions.includes(extension)) throw fieldError('file', `File extension is not allowed. Allowed are: ${kind.extensions.join(', ')}.`);
      const options = readOptions(fields);
      const parser = await ctx.points.load(UploadParsers, kind.kind);
      return await work({ file, fields, parser, options });
    } catch (error) {
      if (error instanceof ConnectorError) throw uploadError(error.message, error);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Types of the columns an appended file must have; empty otherwise. Refuses what is there already before the file is read. */
  async function wantedTypes(connection: Connection, target: UploadTarget, isDuckDb: boolean): Promise<ReadonlyMap<string, ColumnType>> {
    const found = (await connection.tables(target.schema ?? (isDuckDb ? 'main' : null))).find(({ name }) => (isDuckDb ? name.toLowerCase() === target.table.toLowerCase() : name === target.table));
    if (!found) return new Map();
    if (target.ifExists === 'fail') throw tableExists(target.table);
    if (target.ifExists !== 'append') return new Map();
    const columns = await connection.columns({ schema: target.schema, name: target.table });
    return new Map(columns.map(({ name, type, generic }) => [name.toLowerCase(), /^(?:date)$/i.test(type) ? 'date' : /INT/i.test(type) && generic === GenericType.Numeric ? 'bigint' : WANTED[generic]]));
  }

  const load = (id: number, user: User, target: UploadTarget, { file, parser, options }: Omit<Form, 'fields'>, signal: AbortSignal): Promise<void> =>
    inTurn(async () => {
      const { connection, dialect } = await databases.connect(id, user);
      try {
        const wanted = await wantedTypes(connection, target, dialect.name === 'duckdb');
        await loader.stage(async (stage) => {
          const parsed = await parser.parse(file, options, stage, signal);
          const columns = await shapeTable(stage, parsed, options, { maxName: dialect.maxIdentifierLength ?? 250, wanted });
          await publishTable(stage, columns, { connection, dialect, target, signal });
        }, signal);
      } finally {
        await connection.close();
      }
    });

  async function isThere(id: number, user: User, schema: string | null, table: string): Promise<boolean> {
    const { connection, dialect } = await databases.connect(id, user);
    try {
      const isDuckDb = dialect.name === 'duckdb';
      return (await connection.tables(schema ?? (isDuckDb ? 'main' : null))).some(({ name }) => (isDuckDb ? name.toLowerCase() === table.toLowerCase() : name === table));
    } finally {
      await connection.close();
    }
  }

  return {
    async loadNew({ databaseId, schema, table, user, signal }, fetch) {
      if (await isThere(databaseId, user, schema, table)) return;
      const target: UploadTarget = { table, schema, ifExists: 'fail' };
      const { id } = await allowedTarget(ctx, databases, user, String(databaseId), target);
      const file = await fetch(limit);
      if (file) await load(id, user, target, { file, parser: await ctx.points.load(UploadParsers, 'csv'), options: readOptions(new Map()) }, signal);
    },
    preview: (request) => withForm(request, ({ parser, file, options }) => parser.preview(file, options)),
    upload: (request) =>
      withForm(request, async ({ parser, file, options, fields }) => {
        const target = readTarget(fields);
        const { id } = await allowedTarget(ctx, databases, request.user, request.params['pk'], target);
        await load(id, request.user, target, { file, parser, options }, request.signal);
        try {
          await saveDataset(ctx.metadata, datasets, id, target, request.user);
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          throw uploadError('The table was loaded, but the dataset over it could not be saved. Create it from the table.', error);
        }
        ctx.log.info('file uploaded', { database: id, table: target.table, bytes: file.bytes });
      }),
  };
}
