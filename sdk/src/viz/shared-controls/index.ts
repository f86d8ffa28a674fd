export * from './choices.ts';
export * from './conditions.ts';
export * from './control-text.ts';
export * from './resolve-section.ts';
export * from './sections.ts';
export * from './shared-controls.ts';
export * from './validators.ts';
