import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ConnectorError, HttpError } from '@orrery/sdk/server';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { DatasetTables } from '../../../../app/dataset/contract.ts';
import type { ImportFinisher, WrittenAsset } from '../../../../app/import-export/contract.ts';
import { uploadError } from '../upload-error.ts';
import type { UploadService } from '../upload-service.ts';
import { fetchFile } from './fetch-file.ts';

const HINT = 'Upload it into the database as a table of the same name.';

/** URLs an administrator allows, as patterns of whole URLs; none by default. Source: conf, by Superset's name. */
function allowedUrls({ config, log }: ServerPluginContext): (url: string) => boolean {
  const given = config.conf['DATASET_IMPORT_ALLOWED_DATA_URLS'];
  const patterns = (Array.isArray(given) ? given : []).flatMap((item) => {
    try {
      return [new RegExp(`^(?:${String(item)})$`)];
    } catch {
      log.warn('DATASET_IMPORT_ALLOWED_DATA_URLS holds an invalid pattern, which allows nothing', { pattern: String(item) });
      return [];
    }
  });
  return (url) => patterns.some((pattern) => pattern.test(url));
}

function textOf(error: unknown): string {
  if (error instanceof ConnectorError) return error.message;
  const message = error instanceof HttpError ? (error.body as { message?: unknown }).message : undefined;
  return typeof message === 'string' ? message : 'The data could not be loaded.';
}

/** Loads the rows that files of datasets point to, where the table is not there yet (contract §13, `data`; IMEX-13). */
export function loadImported(ctx: ServerPluginContext, uploads: UploadService): ImportFinisher {
  const isAllowed = allowedUrls(ctx);
  const allowsInner = ctx.config.conf['DATASET_IMPORT_ALLOW_PRIVATE_HOSTS'] === true;

  async function load({ id, content, warn }: WrittenAsset, user: Parameters<ImportFinisher['finish']>[1]['user'], signal: AbortSignal): Promise<void> {
    const data = content['data'];
    if (typeof data !== 'string' || data === '') return;
    const row = await ctx.metadata.db<DatasetTables>().selectFrom('tables').select(['database_id', 'schema', 'table_name', 'sql']).where('id', '=', id).executeTakeFirst();
    if (!row || row.sql) return;
    const folder = path.join(ctx.config.dataDir, 'tmp', 'upload', randomUUID());
    try {
      await uploads.loadNew({ databaseId: row.database_id, schema: row.schema, table: row.table_name, user, signal }, async (limit) => {
        if (!ctx.permissions.can(user, 'can_upload', 'Database')) throw uploadError('The data this file points to was not loaded: you may not upload.');
        if (!URL.canParse(data) || !isAllowed(data)) throw uploadError('The data this file points to was not fetched: the setting DATASET_IMPORT_ALLOWED_DATA_URLS does not allow its address.');
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const target = path.join(folder, 'upload');
        return { path: target, name: 'data.csv', bytes: await fetchFile(new URL(data), target, { limit, allowsInner, signal }), folder };
      });
    } catch (error) {
      if (!(error instanceof HttpError) && !(error instanceof ConnectorError)) ctx.log.error('data of an import could not be loaded', { error });
      warn(`${textOf(error)} ${HINT}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    async finish(assets, { user, signal }) {
      for (const asset of assets) if (asset.kind === 'datasets') await load(asset, user, signal);
    },
  };
}
