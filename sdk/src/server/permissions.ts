import type { Disposable, PermissionPair, User } from '@orrery/sdk';

/** Decides what a user may do. @public */
export interface ServerPermissions {
  can(user: User, action: string, subject: string): boolean;
  /** Throws the contract's 403 unless allowed. */
  require(user: User, action: string, subject: string): void;
  /** Declares pairs with the standard roles that hold them by default (Admin always does). */
  declare(pairs: readonly { readonly pair: PermissionPair; readonly roles: readonly ('Alpha' | 'Gamma' | 'sql_lab' | 'Public')[] }[]): Disposable;
  /** Tells all processes that users, roles or grants changed; the next request of everybody sees it. */
  invalidate(): Promise<void>;
  /** Data access of a dataset (contract §0.3): all_datasource_access, database, schema or datasource pair. */
  canAccessDatasource(user: User, dataset: { id: number; table_name: string; schema: string | null; catalog: string | null; database: { id: number; database_name: string } }): boolean;
}
