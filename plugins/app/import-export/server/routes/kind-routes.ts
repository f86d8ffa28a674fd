import { HttpError } from '@orrery/sdk/server';
import type { RouteDefinition } from '@orrery/sdk/server';
import type { AssetKindContribution } from '../../contract.ts';
import { exportBundle } from '../export/export-bundle.ts';
import { importBundle, openDb } from '../import/import-bundle.ts';
import type { ImportRooms } from '../import/import-bundle.ts';
import { exportResponse } from './export-response.ts';
import { isTrue, MAX_UPLOAD, readImportForm } from './read-form.ts';

/** `!(1,2)`: at least one id; the contract's 400 otherwise. */
function readIds(q: unknown): readonly number[] {
  const ids = Array.isArray(q) ? q : [];
  if (ids.length === 0 || ids.some((id) => !Number.isSafeInteger(id))) throw new HttpError(400, 'Bad request');
  return ids as number[];
}

/** Export and import of one kind (contract §0.5). */
export function kindRoutes(rooms: ImportRooms, kind: AssetKindContribution): readonly RouteDefinition[] {
  return [
    {
      method: 'GET',
      path: `/api/v1/${kind.resource}/export/`,
      permission: ['can_export', kind.view],
      async handler({ q, query, user }) {
        const at = new Date();
        const files = await exportBundle(rooms.kinds, { askedKind: kind.kind, ids: readIds(q), user, at, db: openDb(rooms.metadata) });
        return exportResponse(kind.resource, files, at, query['token']);
      },
    },
    {
      method: 'POST',
      path: `/api/v1/${kind.resource}/import/`,
      permission: ['can_write', kind.view],
      multipart: true,
      bodyLimit: MAX_UPLOAD,
      async handler(request) {
        const { upload, fields, secretsOf } = await readImportForm(request, 'formData');
        const warnings = await importBundle(rooms, {
          upload, secretsOf, options: fields, user: request.user, askedKind: kind.kind, overwrite: isTrue(fields['overwrite']), mayReferOutside: true,
        });
        return { message: 'OK', ...(warnings ? { warnings } : {}) };
      },
    },
  ];
}
