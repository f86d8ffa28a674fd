/** SQLite as its connector prints it; the contract's vectors are written for it. */
export { sqliteDialect } from '../../../connector-sqlite/contract.ts';
