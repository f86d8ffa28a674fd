import type { Generated } from 'kysely';

/** Tables of the kernel itself. Times are epoch milliseconds, booleans 0/1. */
export interface KernelTables {
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
    last_login: number | null;
    login_count: number;
  };
  ab_role: { id: Generated<number>; name: string };
  ab_user_role: { user_id: number; role_id: number };
  ab_group: { id: Generated<number>; name: string; label: string | null; description: string | null };
  ab_user_group: { user_id: number; group_id: number };
  ab_group_role: { group_id: number; role_id: number };
  ab_permission: { action: string; subject: string };
  ab_permission_role: { role_id: number; action: string; subject: string };
  /** One row; the number grows whenever users, roles or permissions changed, in any process. */
  security_version: { id: number; version: number };
  session: { id_hash: string; user_id: number; created_on: number; seen_on: number; expires_on: number };
  login_link: { token_hash: string; user_id: number; expires_on: number };
  login_attempt: { key: string; at: number };
  job: {
    id: string;
    kind: string;
    payload: string;
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
    unique_key: string | null;
    run_at: number;
    attempts: number;
    max_attempts: number;
    heartbeat_on: number | null;
    progress: number | null;
    error: string | null;
    created_on: number;
    finished_on: number | null;
  };
  event_channel: { channel: string; ms: number; seq: number };
  event: { channel: string; ms: number; seq: number; event: string };
}

