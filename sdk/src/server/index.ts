export * from './plugin.ts';
export * from './http.ts';
export * from './metadata.ts';
export * from './permissions.ts';
export * from './services.ts';
export * from './connector.ts';
export * from './resource.ts';
