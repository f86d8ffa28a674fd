import type { User } from '@orrery/sdk';
import type { DatasetRecord } from '../../../../../app/dataset/contract.ts';
import type { Macro, TemplateScope } from './macro.ts';

/** How macros reach other datasets. */
export interface DatasetReader {
  /** The dataset, when the user may read it; rejects with HttpError. */
  readable(id: number | string, user: User): Promise<DatasetRecord>;
  /** SELECT of a dataset as the scope's user may see it. */
  selectOf(dataset: DatasetRecord, columns: readonly string[] | null, withMetrics: boolean, scope: TemplateScope): Promise<string>;
}

const MAX_DEPTH = 5;

/** What other datasets hold (contract §9.2). They are read with the rights and rules of whoever asks. */
export function datasetMacros(reader: DatasetReader): Readonly<Record<string, Macro>> {
  return {
    dataset: {
      params: ['dataset_id', 'include_metrics', 'columns'],
      async run(scope, args) {
        if (scope.depth >= MAX_DEPTH) throw new Error('datasets refer to each other too deeply');
        const id = args['dataset_id'];
        if (typeof id !== 'number' && typeof id !== 'string') throw new Error('names no dataset');
        const dataset = await reader.readable(id, scope.user);
        const columns = Array.isArray(args['columns']) ? args['columns'].map(String) : null;
        return `(\n${await reader.selectOf(dataset, columns, args['include_metrics'] === true, scope)}\n) AS dataset_${dataset.id}`;
      },
    },
    metric: {
      params: ['metric_key', 'dataset_id'],
      async run(scope, args) {
        const key = String(args['metric_key']);
        const id = args['dataset_id'];
        if ((id === null || id === undefined) && !scope.dataset) throw new Error(`Please specify the Dataset ID for the \`${key}\` metric in the Jinja macro.`);
        const dataset = typeof id === 'number' || typeof id === 'string' ? await reader.readable(id, scope.user) : scope.dataset!;
        const metric = dataset.metrics.find(({ metric_name: name }) => name === key);
        if (!metric) throw new Error(`Metric \`${key}\` not found in ${dataset.table_name}.`);
        return metric.expression;
      },
    },
  };
}
