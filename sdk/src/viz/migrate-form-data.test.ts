import { expect, it } from 'vitest';
import type { FormData } from '@orrery/sdk';
import { migrateFormData, withMigrations } from './migrate-form-data.ts';
import type { ChartProps } from './viz-type.ts';

const saved: FormData = { viz_type: 'acme', datasource: '1__table', size: 3 };
const migrations = {
  2: (data: FormData): FormData => ({ ...data, radius: data['size'] }),
  1: (data: FormData): FormData => ({ ...data, size: Number(data['size']) * 10 }),
  10: (data: FormData): FormData => ({ ...data, last: true }),
};

it('runs the steps above the saved version in order and stamps the result', () => {
  expect(migrateFormData({ migrations }, saved)).toMatchObject({ size: 30, radius: 30, last: true, viz_state_version: 10 });
  expect(migrateFormData({ migrations }, { ...saved, viz_state_version: 1 })).toMatchObject({ size: 3, radius: 3, viz_state_version: 10 });
});

it('leaves current and newer data alone, and types without migrations', () => {
  for (const version of [10, 11]) {
    const data = { ...saved, viz_state_version: version };
    expect(migrateFormData({ migrations }, data)).toBe(data);
  }
  expect(migrateFormData({}, saved)).toBe(saved);
});

it('lets query and props see migrated data only', () => {
  const seen: FormData[] = [];
  const viz = withMigrations({
    migrations,
    buildQuery(formData: FormData) {
      seen.push(formData);
      return { datasource: { id: 1, type: 'table' as const }, queries: [] };
    },
    transformProps({ formData }: ChartProps) {
      seen.push(formData);
      return {};
    },
  });
  viz.buildQuery(saved);
  viz.transformProps({ formData: saved } as ChartProps);
  expect(seen).toMatchObject([{ radius: 30 }, { radius: 30 }]);
});
