import type { Kysely, RawBuilder } from 'kysely';
import type { JsonSchema, User } from '@orrery/sdk';
import type { RouteDefinition } from './http.ts';

/** How a stored value is kept and answered (contract §0.1, §2.3). `datetime` is epoch ms in the database, ISO text on the wire. @public */
export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'datetime' | 'uuid' | 'json-text';

/** A row as the database holds it, by column name. @public */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/** A column of the resource's own table. @public */
export interface StoredField {
  readonly kind: FieldKind;
  /** Defaults to the field's name. */
  readonly column?: string;
}

/** Computed from other stored columns after the page was read; never in SQL. @public */
export interface ComputedField {
  /** Stored columns it reads. */
  readonly needs: readonly string[];
  /** Relations it reads, loaded before. */
  readonly needsRelations?: readonly string[];
  compute(row: StoredRow, related: Readonly<Record<string, unknown>>, context: ResourceContext): unknown;
}

/** A related record or list, loaded in one query per page. @public */
export interface RelationField {
  readonly relation: 'one' | 'many';
  readonly table: string;
  /** Field name on the wire → column of the related table. */
  readonly columns: Readonly<Record<string, string>>;
  /** `one`: the own column that holds the related id. */
  readonly localColumn?: string;
  /** `many` through a link table; `only` picks the rows of a link table several resources share. */
  readonly through?: { readonly table: string; readonly local: string; readonly target: string; readonly only?: Readonly<Record<string, string | number>> };
  /** `many` by a column of the related table that holds the own id. */
  readonly reverseColumn?: string;
  /** Columns whose values, joined by a blank, are the text of `related/<field>` (contract §2.7). Offered there when set. */
  readonly text?: readonly string[];
  /** Adds `extra` to related items. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Kind of `columns` and `extra` values on the wire, by field name; those not named are answered as stored. */
  readonly kinds?: Readonly<Record<string, FieldKind>>;
  /** Further columns of the related table that `related/<field>` searches, e.g. `username`. */
  readonly alsoSearch?: readonly string[];
}

/** @public */
export type ResourceField = StoredField | ComputedField | RelationField;

/** @public */
export interface ResourceContext {
  readonly user: User;
  readonly db: Kysely<Record<string, Record<string, string | number | null>>>;
  readonly now: number;
  readonly origin: string;
  /** Search parameters of the request and its decoded `q`, for what only some resources know. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly q?: unknown;
  /** The row a nested resource belongs to; in `create.plan`. */
  readonly parent?: StoredRow;
}

/** What a write hook may answer with: the columns to store, and link tables to replace. @public */
export interface WritePlan {
  readonly values: Record<string, string | number | null>;
  /** Relation field → related ids. */
  readonly links?: Readonly<Record<string, readonly number[]>>;
}

/** A list operator of its own on a column (contract §2.4). Answers a condition over the table alias `t`. @public */
export type CustomOperator = (value: unknown, context: ResourceContext) => RawBuilder<unknown>;

/**
 * One REST resource under `/api/v1/<name>/`, declared. The platform serves list, show, create, update, delete, bulk delete,
 * `_info`, `related`, `distinct`, favourites, with Rison, errors and permissions as in contract §0 and §2.
 * @public
 */
export interface ResourceDefinition {
  /** Path segment, e.g. `chart`. */
  readonly name: string;
  /** Serves the resource below each row of another one, `/api/v1/<name>/:parent/<own name>/`; `column` holds the parent's id. */
  readonly parent?: { readonly name: string; readonly column: string };
  /** View name of the permission pairs, e.g. `Chart`. */
  readonly view: string;
  /** Singular and plural in English for messages: `Deleted 2 charts`. */
  readonly noun: readonly [singular: string, plural: string];
  readonly table: string;
  /** The table has created_on, changed_on, created_by_fk, changed_by_fk and the platform fills them. Default true. */
  readonly audit?: boolean;
  /** Columns besides `id` a single item may be addressed by, e.g. `uuid`, `slug`. */
  readonly alternateKeys?: readonly string[];
  readonly fields: Readonly<Record<string, ResourceField>>;
  /** Dotted names allowed: `owners.id`. */
  readonly listColumns: readonly string[];
  /** Selectable by `select_columns` but not answered by default. */
  readonly extraListColumns?: readonly string[];
  readonly showColumns: readonly string[];
  /** Order key → SQL over alias `t` (related tables by sub-select); a plain name orders by that column. */
  readonly orderColumns: Readonly<Record<string, string | ((context: ResourceContext) => RawBuilder<unknown>)>>;
  readonly defaultOrder: readonly [column: string, direction: 'asc' | 'desc'];
  readonly searchColumns: readonly string[];
  /** Column → operator name → condition. */
  readonly operators?: Readonly<Record<string, Readonly<Record<string, CustomOperator>>>>;
  readonly distinctColumns?: readonly string[];
  /** Rows the caller may see; undefined means all. Condition over alias `t`. */
  readonly visible?: (context: ResourceContext) => RawBuilder<unknown> | undefined;
  /** Whether the caller may change a row; default: Admin, or in the `owners` relation. */
  readonly editable?: (row: StoredRow, context: ResourceContext) => boolean | Promise<boolean>;
  /** Objects users can star: link table with columns `user_id` and this one. */
  readonly favourites?: { readonly table: string; readonly column: string };
  /** Status of a body that does not fit its schema; 400 unless the contract says 422. */
  readonly invalidBody?: 400 | 422;
  readonly create?: {
    readonly body: JsonSchema;
    /** Validates and plans; throw HttpError(422, {message:{field:[…]}}) on bad references. */
    plan(input: Readonly<Record<string, unknown>>, context: ResourceContext): WritePlan | Promise<WritePlan>;
    /** Runs in the same transaction after the insert. Its answer is merged into the response. */
    after?(id: number, input: Readonly<Record<string, unknown>>, context: ResourceContext): void | Readonly<Record<string, unknown>> | Promise<void | Readonly<Record<string, unknown>>>;
  };
  readonly update?: {
    readonly body: JsonSchema;
    plan(input: Readonly<Record<string, unknown>>, row: StoredRow, context: ResourceContext): WritePlan | Promise<WritePlan>;
    after?(id: number, input: Readonly<Record<string, unknown>>, row: StoredRow, context: ResourceContext): void | Readonly<Record<string, unknown>> | Promise<void | Readonly<Record<string, unknown>>>;
    /** Lets a caller who is no owner write certain bodies. */
    exempt?(input: Readonly<Record<string, unknown>>): boolean;
  };
  readonly remove?: {
    /** Column a bulk delete names its rows by, instead of `id`. */
    readonly bulkBy?: string;
    /** Throw HttpError(422, …) when something depends on the rows. Runs in the transaction before the delete. */
    before?(ids: readonly number[], context: ResourceContext): void | Promise<void>;
  };
  /** Replaces the `result` of GET one, when the contract's shape is fixed; an HttpResponse replaces the whole answer. */
  readonly show?: (row: StoredRow, context: ResourceContext) => unknown | Promise<unknown>;
  /** Adds named permissions to `_info`, e.g. `can_export`. can_read and can_write are implied. */
  readonly permissions?: readonly string[];
  /** Further routes of the resource; paths are relative to `/api/v1/<name>`. */
  readonly routes?: readonly RouteDefinition[];
  readonly maxPageSize?: number;
}
