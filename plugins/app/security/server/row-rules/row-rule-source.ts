import type { User } from '@orrery/sdk';
import type { MetadataStore } from '@orrery/sdk/server';
import { sql } from 'kysely';
import type { RowRule, RowRuleSource } from '../../../../data/query/contract.ts';
import { guestOf } from '../../contract.ts';
import type { GuestRule } from '../../contract.ts';

type Rules = ReadonlyMap<number, readonly RowRule[]>;
const NONE: readonly RowRule[] = [];

/**
 * The stored rules of a user and those of a guest's token (contract §4.6). A user object stands for one state of users, roles and
 * rules: every change of them makes new ones (`touchSecurity`). So what was read for an object holds as long as it lives,
 * and a lookup asks the database once per user and change, not once per query.
 */
export function createRowRuleSource(metadata: MetadataStore): RowRuleSource {
  const known = new WeakMap<User, Promise<Rules>>();

  async function load(user: User): Promise<Rules> {
    const names = Object.keys(user.roles);
    const held = names.length === 0
      ? sql`1 = 0`
      : sql`exists (select 1 from rls_filter_roles as l join ab_role as r on r.id = l.role_id where l.rls_filter_id = f.id and r.name in (${sql.join(names)}))`;
    const { rows } = await sql<{ table_id: number; name: string; clause: string; group_key: string | null }>`
      select l.table_id, f.name, f.clause, f.group_key from row_level_security_filters as f join rls_filter_tables as l on l.rls_filter_id = f.id
      where (f.filter_type = 'Regular' and ${held}) or (f.filter_type = 'Base' and not ${held})
      order by f.id`.execute(metadata.db());
    const rules = new Map<number, RowRule[]>();
    for (const { table_id, name, clause, group_key } of rows) {
      rules.set(table_id, [...(rules.get(table_id) ?? []), { clause, groupKey: group_key, source: name }]);
    }
    return rules;
  }

  return {
    async rulesFor(user, dataset) {
      let rules = known.get(user);
      if (!rules) {
        known.set(user, (rules = load(user)));
        // A failure must not be remembered; the query it belongs to is refused all the same.
        rules.catch(() => known.delete(user));
      }
      const stored = (await rules).get(dataset.id) ?? NONE;
      const guest = guestOf(user);
      return guest ? [...stored, ...guest.rules.filter((rule) => appliesTo(rule, dataset.id)).map(toRowRule)] : stored;
    },
  };
}

function appliesTo(rule: GuestRule, datasetId: number): boolean {
  return rule.dataset === undefined || rule.dataset === datasetId;
}

function toRowRule({ clause }: GuestRule): RowRule {
  return { clause, groupKey: null, source: 'guest token' };
}
