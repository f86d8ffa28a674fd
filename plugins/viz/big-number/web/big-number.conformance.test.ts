// @vitest-environment jsdom
import { GenericType } from '@orrery/sdk';
import { conformVizType } from '@orrery/testing';
import messages from '../locales/en.json' with { type: 'json' };
import manifest from '../plugin.json' with { type: 'json' };
import { bigNumber } from './big-number.ts';

conformVizType(bigNumber, manifest, {
  messages,
  formData: { datasource: '1__table', viz_type: 'big_number', x_axis: 'day', time_grain_sqla: 'P1D', metric: 'count', compare_lag: 1, compare_suffix: 'DoD', subtitle: 'Daily' },
  columns: [{ name: 'day', type: GenericType.Temporal }, { name: 'count', type: GenericType.Numeric }],
});
