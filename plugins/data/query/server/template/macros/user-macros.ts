import type { TemplateValue } from '../python-text.ts';
import { pythonText } from '../python-text.ts';
import type { Macro, TemplateScope } from './macro.ts';

const hasUser = ({ user }: TemplateScope): boolean => !user.isAnonymous && user.username !== '';

/** A list as the reference writes it into a cache key. */
const jsonList = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;

function userMacro(read: (scope: TemplateScope) => TemplateValue, keyOf: (value: TemplateValue) => TemplateValue = (value) => value): Macro {
  return {
    params: ['add_to_cache_keys'],
    run(scope, { add_to_cache_keys: isKey = true }, effects) {
      const value = hasUser(scope) ? read(scope) : null;
      if (value === null || value === undefined || value === '') return null;
      if (isKey !== false) effects.cacheKeys.push(keyOf(value));
      return value;
    },
  };
}

/** Who asks (contract §9.2). */
export const userMacros: Readonly<Record<string, Macro>> = {
  current_user_id: userMacro(({ user }) => user.id),
  current_username: userMacro(({ user }) => user.username),
  current_user_email: userMacro(({ user }) => user.email),
  current_user_roles: userMacro(
    ({ user }) => Object.keys(user.roles).sort(),
    (roles) => jsonList(roles as readonly string[]),
  ),
  current_user_rls_rules: {
    params: [],
    run({ rules }, _, effects) {
      const clauses = [...new Set(rules.map(({ clause }) => clause))].sort();
      if (clauses.length === 0) return null;
      effects.cacheKeys.push(jsonList(clauses));
      return clauses;
    },
  },
  cache_key_wrapper: {
    params: ['key'],
    run(_, { key }, effects) {
      effects.cacheKeys.push(typeof key === 'object' ? pythonText(key) : key);
      return key;
    },
  },
};
