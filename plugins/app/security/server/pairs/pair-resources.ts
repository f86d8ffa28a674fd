import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ResourceDefinition } from '@orrery/sdk/server';

function nameList(name: string, view: string, noun: readonly [string, string], table: string): ResourceDefinition {
  return {
    name, view, noun, table,
    audit: false,
    fields: { id: { kind: 'integer' }, name: { kind: 'text' } },
    listColumns: ['id', 'name'],
    showColumns: ['id', 'name'],
    orderColumns: { id: 'id', name: 'name' },
    defaultOrder: ['name', 'asc'],
    searchColumns: ['id', 'name'],
    maxPageSize: 1000,
  };
}

/** Read-only REST resources `security/permissions`, `security/resources` and their pairs, `security/permissions-resources`. */
export function pairResources(): readonly ResourceDefinition[] {
  const column = (name: string) => (): RawBuilder<unknown> => sql.ref(`t.${name}`);
  const columns = ['id', 'permission.id', 'permission.name', 'view_menu.id', 'view_menu.name'];
  return [
    nameList('security/permissions', 'Permission', ['permission', 'permissions'], 'security_permission'),
    nameList('security/resources', 'ViewMenu', ['resource', 'resources'], 'security_resource'),
    {
      name: 'security/permissions-resources',
      view: 'PermissionViewMenu',
      noun: ['permission on a resource', 'permissions on resources'],
      table: 'security_pair',
      audit: false,
      fields: {
        id: { kind: 'integer' },
        action: { kind: 'text' },
        subject: { kind: 'text' },
        permission: { relation: 'one', table: 'security_permission', localColumn: 'permission_id', columns: { id: 'id', name: 'name' }, text: ['name'] },
        view_menu: { relation: 'one', table: 'security_resource', localColumn: 'resource_id', columns: { id: 'id', name: 'name' }, text: ['name'] },
      },
      listColumns: columns,
      showColumns: columns,
      orderColumns: { id: 'id', 'permission.name': column('action'), 'view_menu.name': column('subject') },
      defaultOrder: ['id', 'asc'],
      searchColumns: ['id', 'permission', 'view_menu', 'action', 'subject'],
      maxPageSize: 1000,
    },
  ];
}
