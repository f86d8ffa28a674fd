import type { Generated } from 'kysely';

/** Tables this plugin reads and writes: its own, and those of the kernel about users. Times are epoch ms, booleans 0/1. */
export interface SecurityTables {
  ab_user: {
    id: Generated<number>;
    username: string;
    first_name: string;
    last_name: string;
    email: string;
    password_hash: string | null;
    active: number;
    created_on: number;
    changed_on: number;
  };
  ab_role: { id: Generated<number>; name: string };
  ab_user_role: { user_id: number; role_id: number };
  ab_group: { id: Generated<number>; name: string; label: string | null; description: string | null };
  ab_user_group: { user_id: number; group_id: number };
  ab_group_role: { group_id: number; role_id: number };
  ab_permission: { action: string; subject: string };
  ab_permission_role: { role_id: number; action: string; subject: string };
  security_version: { id: number; version: number };
  session: { user_id: number };
  /** Numbers for actions, subjects and pairs, which the REST contract names by id. */
  security_permission: { id: Generated<number>; name: string };
  security_resource: { id: Generated<number>; name: string };
  security_pair: { id: Generated<number>; permission_id: number; resource_id: number; action: string; subject: string };
  /** A view: the pairs of each role by id; those of Admin are all. */
  security_role_pair: { role_id: number; id: number };
  row_level_security_filters: { id: Generated<number>; name: string; description: string | null; filter_type: string; clause: string; group_key: string | null };
  rls_filter_tables: { rls_filter_id: number; table_id: number };
  rls_filter_roles: { rls_filter_id: number; role_id: number };
  security_guest_key: { kid: string; sealed: string; created_on: number };
}
