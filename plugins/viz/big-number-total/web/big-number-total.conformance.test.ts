// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import { conformVizType } from '@orrery/testing';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { bigNumberTotal } from './big-number-total.ts';

conformVizType(bigNumberTotal, manifest, {
  messages,
  formData: { datasource: '1__table', viz_type: 'big_number_total', metric: 'count', subtitle: 'In all' },
  columns: [{ name: 'count', type: GenericType.Numeric }],
});
