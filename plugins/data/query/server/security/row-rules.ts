import type { ContributionReader, Logger, User } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';
import type { DatasetRecord } from '../../../../app/dataset/contract.ts';
import { RowRules } from '../../contract.ts';
import type { RowRule } from '../../contract.ts';

/** Answers every rule on the rows of a dataset a user may see. Rejects with HttpError when any source fails. */
export type RulesFor = (user: User, dataset: DatasetRecord) => Promise<readonly RowRule[]>;

/** How long rules of an unchanged metadata database are remembered; a source may know more than it. */
const RULES_MS = 1000;

interface Remembered {
  readonly version: string;
  readonly until: number;
  readonly rules: Promise<readonly RowRule[]>;
}

/** What rules are asked with. */
export interface RulesRoom {
  readonly points: Pick<ContributionReader, 'loadAll' | 'load'>;
  readonly log: Pick<Logger, 'error'>;
  /** Changes with every commit to the metadata database. */
  readonly dataVersion: () => Promise<string>;
  readonly now: () => number;
}

/** Asks every source of row-level security. No source is skipped: where one fails, the query is refused. */
export function createRulesFor(room: RulesRoom): RulesFor {
  const known = new WeakMap<User, Map<number, Remembered>>();

  async function ask(user: User, dataset: DatasetRecord): Promise<readonly RowRule[]> {
    const sources = await room.points.loadAll(RowRules);
    const lists = await Promise.all(
      sources.map(async ({ value, pluginId }) => {
        try {
          return await (await room.points.load(RowRules, value.name)).rulesFor(user, dataset);
        } catch (error) {
          if (error instanceof HttpError) throw error;
          room.log.error('A source of row-level security failed; the query was refused.', { source: value.name, plugin: pluginId, dataset: dataset.id, error: error instanceof Error ? error.message : String(error) });
          throw new HttpError(503, `The row-level security of dataset "${dataset.table_name}" could not be read, so its data is not shown. Try again; if this stays, tell an administrator.`, error);
        }
      }),
    );
    return lists.flat();
  }

  return async (user, dataset) => {
    const version = await room.dataVersion();
    let own = known.get(user);
    if (!own) known.set(user, (own = new Map()));
    const found = own.get(dataset.id);
    if (found && found.version === version && found.until > room.now()) return found.rules;
    const rules = ask(user, dataset);
    const entry: Remembered = { version, until: room.now() + RULES_MS, rules };
    own.set(dataset.id, entry);
    rules.catch(() => {
      if (own.get(dataset.id) === entry) own.delete(dataset.id);
    });
    return rules;
  };
}
