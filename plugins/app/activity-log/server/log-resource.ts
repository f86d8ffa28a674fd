import type { ResourceDefinition } from '@orrery/sdk/server';
import { userRelation } from '@orrery/sdk/server';
import { sql } from 'kysely';

const columns = ['user', 'user_id', 'action', 'dttm', 'json', 'slice_id', 'dashboard_id', 'duration_ms', 'referrer'];

/** REST resource `log`: what everybody did, for administrators (contract §1.9). */
export const logResource: ResourceDefinition = {
  name: 'log',
  view: 'Log',
  noun: ['log', 'logs'],
  table: 'logs',
  audit: false,
  fields: {
    id: { kind: 'integer' },
    user: { ...userRelation('user_id'), columns: { id: 'id', username: 'username', first_name: 'first_name', last_name: 'last_name' } },
    user_id: { kind: 'integer' },
    action: { kind: 'text' },
    dttm: { kind: 'datetime' },
    json: { kind: 'json-text' },
    slice_id: { kind: 'integer' },
    dashboard_id: { kind: 'integer' },
    duration_ms: { kind: 'integer' },
    referrer: { kind: 'text' },
  },
  listColumns: columns,
  extraListColumns: ['id'],
  showColumns: ['id', ...columns],
  orderColumns: {
    user: () => sql`(select u.username from ab_user as u where u.id = t.user_id)`,
    'user.username': () => sql`(select u.username from ab_user as u where u.id = t.user_id)`,
    user_id: 'user_id', action: 'action', dttm: 'dttm', json: 'json', slice_id: 'slice_id', dashboard_id: 'dashboard_id', duration_ms: 'duration_ms', referrer: 'referrer',
  },
  defaultOrder: ['dttm', 'desc'],
  searchColumns: ['user', 'user_id', 'action', 'dttm', 'json', 'slice_id', 'dashboard_id', 'duration_ms', 'referrer'],
  distinctColumns: ['action'],
  editable: () => false,
};
