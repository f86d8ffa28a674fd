export { sqliteDialect } from './common/sqlite-dialect.ts';
