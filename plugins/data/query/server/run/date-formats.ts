import type { MetadataStore } from '@orrery/sdk/server';
import type { DatabaseTables } from '../../../../app/database/contract.ts';
import type { DatasetRecord, DatasetService } from '../../../../app/dataset/contract.ts';
import { isObject } from '../context/problems.ts';

/** Formats of stored times by column name, as a database's extra names them. */
function formatsIn(extra: string | null | undefined): Readonly<Record<string, unknown>> {
  if (!extra?.includes('python_date_format_by_column_name')) return {};
  try {
    const value: unknown = JSON.parse(extra);
    const formats = isObject(value) ? value['python_date_format_by_column_name'] : undefined;
    return isObject(formats) ? formats : {};
  } catch {
    return {};
  }
}

/** Datasets whose temporal columns without a format of their own take the one their database names for columns of that name (contract §4.3). */
export function withDateFormats(get: DatasetService['get'], metadata: MetadataStore): DatasetService['get'] {
  return async (idOrUuid) => {
    const dataset: DatasetRecord | undefined = await get(idOrUuid);
    if (!dataset) return undefined;
    const row = await metadata.db<DatabaseTables>().selectFrom('dbs').select('extra').where('id', '=', dataset.database.id).executeTakeFirst();
    const formats = formatsIn(row?.extra);
    if (Object.keys(formats).length === 0) return dataset;
    const columns = dataset.columns.map((column) => {
      const format = column.is_dttm && !column.python_date_format && Object.hasOwn(formats, column.column_name) ? formats[column.column_name] : undefined;
      return typeof format === 'string' && format !== '' ? { ...column, python_date_format: format } : column;
    });
    return { ...dataset, columns };
  };
}
