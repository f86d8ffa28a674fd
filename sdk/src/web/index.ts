export * from './client.ts';
export * from './routing.ts';
export * from './store.ts';
export * from './services.ts';
export * from './points.ts';
export * from './plugin.ts';
export * from './react.ts';
export * from './plugin-monitor.ts';
