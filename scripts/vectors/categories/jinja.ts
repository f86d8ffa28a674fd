import type { JsonObject, User } from '../../../sdk/src/common/index.ts';
import { createMacroTable } from '../../../plugins/data/query/server/template/macro-table.ts';
import type { TemplateValue } from '../../../plugins/data/query/server/template/python-text.ts';
import type { TemplateError } from '../../../plugins/data/query/server/template/render-template.ts';
import { renderTemplate } from '../../../plugins/data/query/server/template/render-template.ts';
import { rememberOutcomes } from '../../../plugins/data/query/server/template/sandbox/remember-outcomes.ts';
import { createRenderSandbox } from '../../../plugins/data/query/server/template/sandbox/render-sandbox.ts';
import { formDataFilters, formDataTimeRange } from '../../../plugins/data/query/server/template/template-filters.ts';
import { findDialect } from '../engines.ts';
import type { Runners } from '../vector.ts';
import { nowOf } from '../vector.ts';

interface Input {
  readonly template: string;
  readonly form_data: JsonObject;
  readonly url_query?: string;
  readonly user?: { readonly id: number; readonly username: string; readonly email: string; readonly roles: readonly string[] } | null;
}

const NOBODY: User = { id: null, username: '', firstName: '', lastName: '', email: '', roles: {}, isAnonymous: true, isAdmin: false };

/** Options that say how to ask; all others are variables of the template. */
const ABOUT = new Set(['now', 'engine']);

let room: Promise<{ readonly macros: Awaited<ReturnType<ReturnType<typeof createMacroTable>>>; readonly sandbox: ReturnType<typeof createRenderSandbox> }> | undefined;

async function openRoom(): Promise<Awaited<NonNullable<typeof room>>> {
  const missing = async (): Promise<never> => {
    throw new Error('there is no other dataset');
  };
  return { macros: await createMacroTable({ readable: missing, selectOf: missing })(), sandbox: rememberOutcomes(createRenderSandbox()) };
}

/** Templates in SQL (contract §9). What a refusal of bad syntax says is the parser's. */
export const jinjaRunners: Runners = {
  async jinja(vector) {
    const { template, form_data: formData, url_query: address = '', user } = vector.input as Input;
    const engine = String(vector.options['engine'] ?? 'sqlite');
    const dialect = await findDialect(engine);
    if (!dialect) return { skip: `there is no connector for ${engine} yet` };
    const { macros, sandbox } = await (room ??= openRoom());
    const given = Object.fromEntries(Object.entries(vector.options).filter(([name]) => !ABOUT.has(name))) as Record<string, TemplateValue>;
    const scope = {
      user: user ? { ...NOBODY, ...user, roles: Object.fromEntries(user.roles.map((role) => [role, []])), isAnonymous: false } : NOBODY,
      dialect,
      dataset: undefined,
      formData,
      urlParams: [Object.fromEntries(new URLSearchParams(address)), (formData['url_params'] ?? {}) as JsonObject],
      filters: formDataFilters(formData),
      timeRange: formDataTimeRange(formData),
      variables: { from_dttm: null, to_dttm: null, ...given },
      rules: [],
      now: nowOf(vector),
      depth: 0,
    };
    try {
      const { text, cacheKeys, applied, removed } = await renderTemplate(template, scope, macros, sandbox);
      return { actual: { rendered: text, extra_cache_keys: cacheKeys, applied_filters: applied, removed_filters: removed }, expected: vector.expected };
    } catch (error) {
      const { isSyntax, message } = error as TemplateError;
      return { actual: { error: isSyntax ? 'template syntax error' : message }, expected: vector.expected };
    }
  },
};
