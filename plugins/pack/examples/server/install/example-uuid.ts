import { createHash } from 'node:crypto';

/** The uuid of an example: the same on every machine, so that an interrupted installation finds what it made. */
export function exampleUuid(kind: 'database' | 'dataset' | 'chart' | 'dashboard', key: string): string {
  const hex = createHash('sha256').update(`orrery-examples/${kind}/${key}`).digest('hex');
  // Version 8 (made by own rules), RFC variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
