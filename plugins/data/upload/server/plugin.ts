import { rmSync } from 'node:fs';
import path from 'node:path';
import { defineServerPlugin, HttpResponse } from '@orrery/sdk/server';
import { DatabaseService } from '../../../app/database/contract.ts';
import { DatasetService } from '../../../app/dataset/contract.ts';
import { ImportFinishers } from '../../../app/import-export/contract.ts';
import { DuckDbLoader } from '../../connector-duckdb/contract.ts';
import { UploadParsers } from '../contract.ts';
import { loadImported } from './import-data/load-imported.ts';
import { columnarParser } from './parsers/columnar/columnar-parser.ts';
import { csvParser } from './parsers/csv/csv-parser.ts';
import { excelParser } from './parsers/excel/excel-parser.ts';
import { createUploadService } from './upload-service.ts';

export default defineServerPlugin({
  requires: { databases: DatabaseService, datasets: DatasetService, loader: DuckDbLoader },
  activate(ctx, services) {
    // What a process that was killed left behind; others' uploads only where several share the folder.
    if (ctx.config.roles === 'all') rmSync(path.join(ctx.config.dataDir, 'tmp', 'upload'), { recursive: true, force: true });
    ctx.contribute(UploadParsers, 'csv', csvParser);
    ctx.contribute(UploadParsers, 'excel', excelParser);
    ctx.contribute(UploadParsers, 'columnar', columnarParser(services.loader));
    ctx.permissions.declare([{ pair: ['can_upload', 'Database'], roles: ['Alpha'] }]);
    const uploads = createUploadService({ ctx, ...services });
    ctx.contribute(ImportFinishers, 'upload.data', loadImported(ctx, uploads));
    ctx.route({
      method: 'POST',
      path: '/api/v1/database/:pk/upload/',
      permission: ['can_upload', 'Database'],
      rawBody: true,
      async handler(request) {
        await uploads.upload(request);
        return new HttpResponse({ status: 201, body: { message: 'OK' } });
      },
    });
    ctx.route({
      method: 'POST',
      path: '/api/v1/database/upload_metadata/',
      permission: ['can_upload', 'Database'],
      rawBody: true,
      handler: async (request) => ({ result: { items: await uploads.preview(request) } }),
    });
  },
});
