/// <reference types="node" preserve="true" />
export * from './plugin.ts';
export * from './pages.ts';
export * from './http.ts';
export * from './metadata.ts';
export * from './permissions.ts';
export * from './auth.ts';
export * from './services.ts';
export * from './connector.ts';
export * from './number-cell.ts';
export * from './resource.ts';
export * from './humanize.ts';
export * from './audit-fields.ts';
export * from './parse-instant.ts';
export * from './temporary-state.ts';
export * from './content-key.ts';
export * from './remember-version.ts';
export * from './validate-json.ts';
