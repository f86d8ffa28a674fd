import type { User } from '@orrery/sdk';
import type { ServerPermissions } from '@orrery/sdk/server';
import type { AssetDb, AssetFile } from '../../contract.ts';
import { bundleError } from '../bundle-error.ts';
import type { BundleProblems } from '../bundle-error.ts';
import type { KindFiles } from './load-files.ts';

/** What decides over the files of a bundle. */
export interface PlanInput {
  readonly askedKind: string | undefined;
  readonly overwrite: boolean;
  readonly user: User;
  readonly title: string;
  readonly permissions: ServerPermissions;
  readonly db: AssetDb;
}

/** Whether an asset that is here already is replaced: those of the kind asked for, when so told; all in bundles of everything. */
export function replaces(kind: string, { askedKind, overwrite }: Pick<PlanInput, 'askedKind' | 'overwrite'>): boolean {
  return askedKind === undefined || (kind === askedKind && overwrite);
}

/** Ids of the assets that have the files' uuids, by uuid. */
export async function existingIds({ transfer, files }: KindFiles, db: AssetDb): Promise<ReadonlyMap<string, number>> {
  const known = files.length === 0 ? [] : await transfer.identify({ uuids: files.map(({ uuid }) => uuid) }, db);
  return new Map(known.map(({ id, uuid }) => [uuid, id]));
}

/** Refuses what the user may not do (403), then all files that lack something (422), before anything is written. */
export async function planImport(loaded: readonly KindFiles[], input: PlanInput): Promise<void> {
  const problems: Record<string, BundleProblems[string]> = {};
  for (const entry of loaded) {
    const existing = await existingIds(entry, input.db);
    for (const file of entry.files) {
      const problem = await problemOf(entry, file, existing.get(file.uuid), input);
      if (problem !== undefined) problems[file.path] = problem;
    }
  }
  if (Object.keys(problems).length > 0) throw bundleError(input.title, problems);
}

async function problemOf({ kind, transfer }: KindFiles, file: AssetFile, existingId: number | undefined, input: PlanInput): Promise<BundleProblems[string] | undefined> {
  const { noun, view } = kind;
  const lower = noun.toLowerCase();
  if (existingId !== undefined) {
    if (!replaces(kind.kind, input)) {
      return kind.kind === input.askedKind ? `${noun} already exists and \`overwrite=true\` was not passed` : undefined;
    }
    const may = input.permissions.can(input.user, 'can_write', view) && (!transfer.mayOverwrite || (await transfer.mayOverwrite(existingId, input.user, input.db)));
    if (!may) {
      const text = `A ${lower} already exists and user doesn't have permissions to overwrite it`;
      throw bundleError(text, { [file.path]: { _schema: [text] } }, 403);
    }
  } else if (!input.permissions.can(input.user, 'can_write', view)) {
    const text = `${noun} doesn't exist and user doesn't have permission to create ${plural(lower)}`;
    throw bundleError(text, { [file.path]: { _schema: [text] } }, 403);
  }
  return transfer.validate?.(file, existingId);
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
