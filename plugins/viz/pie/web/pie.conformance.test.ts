// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import { conformVizType } from '@orrery/testing';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { pie } from './pie.ts';

conformVizType(pie, manifest, {
  messages,
  formData: { datasource: '1__table', viz_type: 'pie', groupby: ['country'], metric: 'count' },
  columns: [{ name: 'country', type: GenericType.String }, { name: 'count', type: GenericType.Numeric }],
});
