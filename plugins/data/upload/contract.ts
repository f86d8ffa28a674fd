import { createExtensionPoint } from '@orrery/sdk';
import type { DuckDbStage } from '../connector-duckdb/contract.ts';

/** Static half of a kind of file. */
export interface UploadParserContribution {
  /** The form's `type`, e.g. `csv`. */
  readonly kind: string;
  readonly title: string;
  /** File extensions it accepts, lower case, without a dot. */
  readonly extensions: readonly string[];
}

/** An uploaded file on disk. */
export interface UploadFile {
  /** Absolute path. */
  readonly path: string;
  /** Name the caller gave; for messages and the extension only. */
  readonly name: string;
  readonly bytes: number;
  /** Scratch folder of this upload, removed after it. */
  readonly folder: string;
}

/** Types a column can be given; what they are called is up to the engine. */
export type ColumnType = 'integer' | 'bigint' | 'double' | 'boolean' | 'date' | 'timestamp' | 'text';

/** The form of an upload, read (contract §1.5). */
export interface UploadOptions {
  readonly delimiter: string;
  /** Row that holds the names, from 0, after `skipRows`; null when there is none. */
  readonly headerRow: number | null;
  readonly indexColumn: string | null;
  readonly indexLabel: string | null;
  /** Whether the index becomes a column. */
  readonly dataframeIndex: boolean;
  /** Columns to load; null for all. */
  readonly columnsRead: readonly string[] | null;
  readonly columnDates: readonly string[];
  readonly columnTypes: Readonly<Record<string, ColumnType>>;
  readonly dayFirst: boolean;
  readonly skipBlankLines: boolean;
  readonly skipInitialSpace: boolean;
  readonly skipRows: number;
  readonly rowsToRead: number | null;
  /** Texts that mean no value; null for the usual ones. */
  readonly nullValues: readonly string[] | null;
  readonly decimalCharacter: string;
  readonly sheetName: string | null;
}

/** Part of a file that becomes a table. */
export interface UploadSheet {
  readonly sheet_name: string | null;
  readonly column_names: readonly string[];
}

/** A column of the table a parser filled. */
export interface ParsedColumn {
  /** As the file has it; may be empty or a duplicate. */
  readonly name: string;
  /** `infer`: text whose type is found out. `text`: text that stays. `native`: already of a type of its own, `nativeType`. */
  readonly kind: 'infer' | 'text' | 'native';
  readonly nativeType?: string;
}

/** What a parser made of a file. */
export interface ParsedFile {
  /** In the order of the table's columns `c0`, `c1` … */
  readonly columns: readonly ParsedColumn[];
  /** Decimal mark of its numbers, where that is not the caller's to say. */
  readonly decimal?: string;
  /** Line of the file (from 1) that a row (from 0) begins at; for messages. */
  lineOf?(row: number): Promise<number>;
}

/** Code half of a kind of file. Rejects with HttpError 422 for files it cannot read. */
export interface UploadParser {
  /** Sheets and their columns, without reading the whole file. */
  preview(file: UploadFile, options: UploadOptions): Promise<readonly UploadSheet[]>;
  /** Creates table `raw` in the stage, columns named `c0`, `c1` …, rows in the order of the file. */
  parse(file: UploadFile, options: UploadOptions, stage: DuckDbStage, signal: AbortSignal): Promise<ParsedFile>;
}

/** Kinds of files that can be uploaded. */
export const UploadParsers = createExtensionPoint<UploadParserContribution, UploadParser>({ id: 'upload.parsers', version: 1 });
