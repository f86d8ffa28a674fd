import type { RouteDefinition } from '@orrery/sdk/server';
import { exportBundle } from '../export/export-bundle.ts';
import { importBundle, openDb } from '../import/import-bundle.ts';
import type { ImportRooms } from '../import/import-bundle.ts';
import { exportResponse } from './export-response.ts';
import { isTrue, MAX_UPLOAD, readImportForm } from './read-form.ts';

/** Export and import of everything (contract §1.9, assets). */
export function assetsRoutes(rooms: ImportRooms): readonly RouteDefinition[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/assets/export/',
      permission: ['can_export', 'ImportExportRestApi'],
      async handler({ query, user }) {
        const at = new Date();
        const files = await exportBundle(rooms.kinds, { askedKind: undefined, ids: [], user, at, db: openDb(rooms.metadata) });
        return exportResponse('assets', files, at, query['token']);
      },
    },
    {
      method: 'POST',
      path: '/api/v1/assets/import/',
      permission: ['can_write', 'ImportExportRestApi'],
      multipart: true,
      bodyLimit: MAX_UPLOAD,
      async handler(request) {
        const { upload, fields, secretsOf } = await readImportForm(request, 'bundle');
        const warnings = await importBundle(rooms, {
          upload, secretsOf, options: fields, user: request.user, askedKind: undefined, overwrite: true, mayReferOutside: isTrue(fields['sparse']),
        });
        return { message: 'OK', ...(warnings ? { warnings } : {}) };
      },
    },
  ];
}
