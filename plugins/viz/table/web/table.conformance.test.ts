// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import { conformVizType } from '@orrery/testing';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { table } from './table.ts';

conformVizType(table, manifest, {
  messages,
  formData: { datasource: '1__table', viz_type: 'table', query_mode: 'aggregate', groupby: ['country'], metrics: ['count'], include_search: true, page_length: 50 },
  columns: [{ name: 'country', type: GenericType.String }, { name: 'count', type: GenericType.Numeric }],
});
