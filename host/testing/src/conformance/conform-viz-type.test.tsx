// @vitest-environment jsdom
import type { ChartComponentProps } from '@orrery/sdk/viz';
import { buildQueryContext, defineVizType } from '@orrery/sdk/viz';
import { describe, expect, it } from 'vitest';
import { checkControlPanel } from './check-control-panel.ts';
import { conformVizType } from './conform-viz-type.ts';

const bars = defineVizType<{ rows: readonly { label: string; value: number }[] }>({
  controlPanel: { sections: [{ id: 'query', label: 'Query', tab: 'data', rows: [['groupby'], ['metric']] }] },
  buildQuery: (formData) => buildQueryContext(formData),
  transformProps: ({ results }) => ({ rows: (results[0]?.data ?? []).map((row) => ({ label: String(row['country'] ?? '∅'), value: Number(row['count'] ?? 0) })) }),
  loadChart: async () => Bars,
  describe: ({ rows }) => `${rows.length} rows.`,
});

function Bars({ rows, width, height }: ChartComponentProps<{ rows: readonly { label: string; value: number }[] }>) {
  return (
    <svg width={width} height={height}>
      {rows.map(({ label, value }) => (
        <rect key={label} width={Math.max(0, value)} />
      ))}
    </svg>
  );
}

const manifest = {
  manifestVersion: 1, id: 'viz-bars', version: '0.1.0', publisher: 'test', displayName: 'Bars', description: 'Bars.', engines: { sdk: '^0.1.0' },
  points: { 'explore.viz-types': 1 },
  contributes: { 'explore.viz-types': [{ type: 'bars', title: 'Bars', category: 'Ranking' }] },
};
const formData = { datasource: '1__table', viz_type: 'bars', groupby: ['country'], metric: 'count' };

// Rows without a label share the key of their mark, which React complains about; a chart must not.
conformVizType({ ...bars, transformProps: (props) => ({ rows: bars.transformProps(props).rows.filter(({ label }) => label !== '∅') }) }, manifest, {
  formData,
  columns: [{ name: 'country', type: 1 }, { name: 'count', type: 0 }],
});

describe('checkControlPanel', () => {
  it('finds what is unknown, nameless, doubled or empty', () => {
    const control = { type: 'select', label: '', choices: [{ value: 1, label: 'a' }, { value: 1, label: 'b' }], min: 2, max: 1 };
    expect(
      checkControlPanel({ sections: [{ id: 'a', label: '', tab: 'data', rows: [['nonsense', { name: 'x', control }, { name: 'x', control }]] }, { id: 'a', label: 'A', tab: 'data', rows: [] }] }),
    ).toEqual([
      'Section "a" has no label',
      '"nonsense" is no shared control',
      'Control "x" has no label',
      'Control "x" offers a value twice',
      'Control "x" has a minimum above its maximum',
      'The control "x" occurs twice',
      'Control "x" has no label',
      'Control "x" offers a value twice',
      'Control "x" has a minimum above its maximum',
      'The section "a" occurs twice',
      'Section "a" is empty',
    ]);
  });
});
