export * from './viz-type.ts';
export * from './control-panel.ts';
export * from './migrate-form-data.ts';
export * from './build-query/index.ts';
export * from './shared-controls/index.ts';
