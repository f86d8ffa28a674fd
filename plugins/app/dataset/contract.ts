import { createExtensionPoint, createToken } from '@orrery/sdk';
import type { Dataset, JsonObject, User } from '@orrery/sdk';
import type { RawBuilder } from 'kysely';
import type { DatabaseRecord } from '../database/contract.ts';

/** A dataset with all the query engine needs. */
export interface DatasetRecord {
  readonly id: number;
  readonly uuid: string;
  readonly table_name: string;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** Text of a virtual dataset; null for a physical table. */
  readonly sql: string | null;
  readonly main_dttm_col: string | null;
  /** Hours. */
  readonly offset: number;
  readonly cache_timeout: number | null;
  readonly always_filter_main_dttm: boolean;
  readonly fetch_values_predicate: string | null;
  readonly template_params: string | null;
  readonly database: DatabaseRecord;
  readonly columns: Dataset['columns'];
  readonly metrics: Dataset['metrics'];
  /** Epoch ms; part of the cache key. */
  readonly changed_on: number;
  readonly description?: string | null;
  /** JSON text: certification, warning. */
  readonly extra?: string | null;
  /** What else answers show and no query needs. */
  readonly details?: JsonObject;
}

/** Server service. */
export interface DatasetService {
  get(idOrUuid: number | string): Promise<DatasetRecord | undefined>;
  /** Throws the contract's 403 (DATASOURCE_SECURITY_ACCESS_ERROR) unless the user may read its data by a permission of their own. */
  requireAccess(user: User, dataset: DatasetRecord): void;
  /** As `requireAccess`, or because what is asked is shown where the user may look: a dashboard with roles, an embedded one. */
  requireAccessVia(user: User, dataset: DatasetRecord, via: AccessVia): Promise<void>;
  /** The object of explore and dashboard answers (contract §1.2.1). */
  describe(dataset: DatasetRecord): Promise<Dataset>;
  /** As `describe` for many, without owners and without reading anything. */
  describeMany(datasets: readonly DatasetRecord[]): Promise<readonly Dataset[]>;
  /** As `get` for many, in three reads whatever their number; unknown ids are left out. */
  getMany(ids: readonly number[]): Promise<readonly DatasetRecord[]>;
  /** Condition over `alias`, a name of table `tables`, for the datasets a user may read; undefined means all. */
  accessCondition(user: User, alias: string): RawBuilder<unknown> | undefined;
  /** Brings the columns in line with the database: new ones added, vanished ones dropped. */
  refresh(id: number, userId: number | null, caller?: User): Promise<void>;
  /** Creates a dataset over a table, reading its columns; used by examples and uploads. */
  create(input: {
    database_id: number;
    schema: string | null;
    table_name: string;
    sql?: string | null;
    owners: readonly number[];
    description?: string;
    catalog?: string | null;
    /** A known uuid answers the dataset that has it. */
    uuid?: string;
    main_dttm_col?: string;
    /** Plain names an engine keeps in upper case become lower case. */
    normalize_columns?: boolean;
    /** Texts and flags of columns by name; an `expression` makes a calculated column. */
    columns?: Readonly<Record<string, DatasetColumnInput>>;
    /** Added beside `count`. */
    metrics?: readonly DatasetMetricInput[];
    /** In whose name columns are read, where the database is asked in the name of each user; its stored account otherwise. */
    caller?: User;
  }): Promise<DatasetRecord>;
}

/** What may be said of a column when a dataset is created. */
export interface DatasetColumnInput {
  readonly verbose_name?: string;
  readonly description?: string;
  readonly expression?: string;
  /** Engine type of a calculated column. */
  readonly type?: string;
  readonly is_dttm?: boolean;
  readonly groupby?: boolean;
  readonly filterable?: boolean;
}

/** A saved metric. */
export interface DatasetMetricInput {
  readonly metric_name: string;
  readonly expression: string;
  readonly verbose_name?: string;
  readonly description?: string;
  readonly d3format?: string;
  readonly currency?: { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' };
}
export const DatasetService = createToken<DatasetService>('dataset', 'DatasetService', 1);

/** Tables of the metadata database other plugins may join. */
export interface DatasetTables {
  tables: {
    id: number;
    uuid: string;
    table_name: string;
    catalog: string | null;
    schema: string | null;
    sql: string | null;
    database_id: number;
    main_dttm_col: string | null;
    description: string | null;
    default_endpoint: string | null;
    offset: number;
    cache_timeout: number | null;
    filter_select_enabled: number;
    is_sqllab_view: number;
    fetch_values_predicate: string | null;
    template_params: string | null;
    normalize_columns: number;
    always_filter_main_dttm: number;
    /** JSON text. */
    extra: string | null;
    /** JSON text. */
    folders: string | null;
    /** JSON text. */
    params: string | null;
    is_managed_externally: number;
    external_url: string | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
  table_columns: {
    id: number;
    uuid: string;
    table_id: number;
    column_name: string;
    verbose_name: string | null;
    description: string | null;
    expression: string | null;
    type: string | null;
    advanced_data_type: string | null;
    is_dttm: number;
    is_active: number;
    groupby: number;
    filterable: number;
    python_date_format: string | null;
    /** JSON text: certification, warning. */
    extra: string | null;
    created_on: number;
    changed_on: number;
  };
  sql_metrics: {
    id: number;
    uuid: string;
    table_id: number;
    metric_name: string;
    metric_type: string | null;
    verbose_name: string | null;
    description: string | null;
    expression: string;
    d3format: string | null;
    /** JSON text `{symbol, symbolPosition}`. */
    currency: string | null;
    warning_text: string | null;
    extra: string | null;
    created_on: number;
    changed_on: number;
  };
  sqlatable_user: { user_id: number; table_id: number };
}

/** Where a dataset is asked from. */
export interface AccessVia {
  readonly dashboardId?: number;
  readonly chartId?: number;
  /** The query context as the client sent it; guests may not change what the chart asks. */
  readonly context?: unknown;
}

/** Grants access to a dataset where no permission does. Throws HttpError to refuse with a reason of its own. */
export type AccessGrant = (user: User, dataset: DatasetRecord, via: AccessVia) => Promise<boolean>;

/** Reasons to let a user read a dataset besides their permissions (contract §1.4, §3). */
export const AccessGrants = createExtensionPoint<{ readonly name: string }, AccessGrant>({ id: 'dataset.access-grants', version: 1 });

/** Renders the templates in a text of a dataset's SQL. Throws HttpError on bad templates. */
export type SqlRenderer = (text: string, dataset: DatasetRecord, user: User) => Promise<string>;

/** Who renders SQL for `include_rendered_sql`; without one, texts are shown as they are (contract §1.3). */
export const SqlRenderers = createExtensionPoint<{ readonly name: string }, SqlRenderer>({ id: 'dataset.sql-renderers', version: 1 });

/** Whether a dataset's `default_endpoint` stays within this application: a path, or an address of the same origin. */
export function isSafeEndpoint(endpoint: string, origin: string): boolean {
  try {
    const base = new URL(origin);
    return new URL(endpoint, base).origin === base.origin;
  } catch {
    return false;
  }
}
