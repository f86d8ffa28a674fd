import type { JsonObject } from '@orrery/sdk';
import type { Secrets } from '@orrery/sdk/server';
import { HttpError, validateJson } from '@orrery/sdk/server';
import { SECRET_MASK } from '../../contract.ts';
import { secretPaths } from '../../common/schema-parts.ts';
import { mergeValues, valueAt, withValueAt } from '../../common/value-at.ts';
import type { SettingGroup } from '../groups/setting-groups.ts';
import { strictSchema } from '../groups/strict-schema.ts';
import type { StoredSettings } from './setting-store.ts';

/** A sealed value can be opened only where it was stored. */
export const sealContext = (groupId: string, owner: number, path: string): string => `settings:${groupId}:${owner}:${path}`;

/**
 * What is stored after a caller sent `sent`: secrets apart and sealed. A secret that is absent or masked stays, null takes it
 * out. Throws the contract's 422 with every problem by field.
 */
export function changeSettings(options: {
  readonly group: SettingGroup;
  readonly owner: number;
  readonly before: StoredSettings;
  readonly sent: JsonObject;
  /** What holds where nothing is sent. */
  readonly defaults: JsonObject;
  readonly secrets: Secrets;
}): StoredSettings {
  const { group, owner, before, sent, defaults, secrets } = options;
  const context = (path: string) => sealContext(group.id, owner, path);
  let values = sent;
  const sealed: Record<string, string> = {};
  const added: Record<string, unknown> = {};
  let checked = sent;
  for (const path of secretPaths(group.schema)) {
    const value = valueAt(sent, path);
    values = withValueAt(values, path, undefined);
    const kept = value === undefined || value === SECRET_MASK ? before.secrets[path] : undefined;
    if (kept !== undefined) sealed[path] = kept;
    else if (value !== undefined && value !== null && value !== SECRET_MASK) added[path] = value;
    checked = withValueAt(checked, path, kept === undefined ? added[path] : openOr(() => JSON.parse(secrets.open(kept, context(path))) as unknown));
  }
  const problems = validateJson(strictSchema(group.schema), mergeValues(defaults, checked));
  if (problems) throw new HttpError(422, { message: problems });
  for (const [path, value] of Object.entries(added)) sealed[path] = secrets.seal(JSON.stringify(value), context(path));
  return { values, secrets: sealed };
}

/** A secret whose key is gone counts as none, so that a new one can be entered. */
function openOr(open: () => unknown): unknown {
  try {
    return open();
  } catch {
    return undefined;
  }
}
