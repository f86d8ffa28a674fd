import type { ResourceDefinition } from '@orrery/sdk/server';

const COLUMNS = ['id', 'username', 'first_name', 'last_name', 'email', 'registration_date'];
const SHOWN = [...COLUMNS, 'registration_hash'];

/** REST resource `security/user_registrations`: requests nobody confirmed yet; empty while self-registration is off. */
export function registrationResource(): ResourceDefinition {
  return {
    name: 'security/user_registrations',
    view: 'UserRegistrationsRestAPI',
    noun: ['registration', 'registrations'],
    table: 'ab_register_user',
    audit: false,
    fields: {
      id: { kind: 'integer' },
      username: { kind: 'text' },
      first_name: { kind: 'text' },
      last_name: { kind: 'text' },
      email: { kind: 'text' },
      registration_date: { kind: 'datetime' },
      registration_hash: { kind: 'text' },
    },
    listColumns: SHOWN,
    showColumns: SHOWN,
    orderColumns: Object.fromEntries(COLUMNS.map((column) => [column, column])),
    defaultOrder: ['registration_date', 'desc'],
    searchColumns: COLUMNS,
    editable: () => true,
    remove: {},
  };
}
