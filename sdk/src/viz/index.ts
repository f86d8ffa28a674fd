export * from './viz-type.ts';
export * from './control-panel.ts';
