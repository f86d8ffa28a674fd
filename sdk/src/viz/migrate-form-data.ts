import type { FormData } from '@orrery/sdk';
import type { VizType } from './viz-type.ts';

/** Form data key under which saved charts keep the state version they were saved with; absent counts as 0. @public */
export const STATE_VERSION_KEY = 'viz_state_version';

/** The state version a viz type's code works with: that of its last migration; 0 without any. @public */
export function stateVersionOf(viz: Pick<VizType, 'migrations'>): number {
  return Math.max(0, ...Object.keys(viz.migrations ?? {}).map(Number));
}

/**
 * Saved form data brought to the state version of the viz type's code, stamped with it; the same object when nothing is to
 * do. Data of a newer version is left as it is: an older plugin must not damage what a newer one saved.
 * @public
 */
export function migrateFormData(viz: Pick<VizType, 'migrations'>, formData: FormData): FormData {
  const target = stateVersionOf(viz);
  const saved = Number(formData[STATE_VERSION_KEY] ?? 0);
  if (saved >= target) return formData;
  const steps = Object.entries(viz.migrations ?? {})
    .map(([version, migrate]) => ({ version: Number(version), migrate }))
    .filter(({ version }) => version > saved)
    .sort((a, b) => a.version - b.version);
  const migrated = steps.reduce((data, { migrate }) => migrate(data), formData);
  return { ...migrated, [STATE_VERSION_KEY]: target };
}

/** A viz type whose pure parts see only form data of their own version. @public */
export function withMigrations<V extends Pick<VizType, 'migrations' | 'buildQuery' | 'transformProps'>>(viz: V): V {
  if (stateVersionOf(viz) === 0) return viz;
  return {
    ...viz,
    buildQuery: (formData, options) => viz.buildQuery(migrateFormData(viz, formData), options),
    transformProps: (props) => viz.transformProps({ ...props, formData: migrateFormData(viz, props.formData) }),
  };
}
