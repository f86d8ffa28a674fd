import type { JsonObject } from '@orrery/sdk';
import { bundleError } from '../bundle-error.ts';
import { METADATA_FILE } from './read-bundle.ts';

export const BUNDLE_VERSION = '1.0.0';

/** Refuses a bundle of another format version or type. `type` undefined: any (bundles of everything). */
export function requireMetadata(value: unknown, type: string | undefined, title: string): void {
  const metadata = (typeof value === 'object' && value !== null ? value : {}) as JsonObject;
  const problems: Record<string, readonly string[]> = {};
  if (metadata['version'] !== BUNDLE_VERSION) problems['version'] = [`Must be equal to ${BUNDLE_VERSION}.`];
  // Old bundles name no type; then the files say it.
  if (type !== undefined && 'type' in metadata && metadata['type'] !== type) problems['type'] = [`Must be equal to ${type}.`];
  const [field] = Object.keys(problems);
  if (field) throw bundleError(`${title}: ${METADATA_FILE} ${field}: ${problems[field]?.[0]}`, { [METADATA_FILE]: problems });
}

/** What metadata.yaml says of a new bundle. */
export function bundleMetadata(type: string, at: Date): JsonObject {
  return { version: BUNDLE_VERSION, type, timestamp: at.toISOString().replace('Z', '000+00:00') };
}
