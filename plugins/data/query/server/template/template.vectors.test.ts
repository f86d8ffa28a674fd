import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, User } from '@orrery/sdk';
import { sqliteDialect } from '../sql/sqlite-dialect.test-kit.ts';
import { createMacroTable } from './macro-table.ts';
import type { TemplateScope } from './macros/macro.ts';
import type { MacroTable, RenderedTemplate } from './render-template.ts';
import { renderTemplate } from './render-template.ts';
import { rememberOutcomes } from './sandbox/remember-outcomes.ts';
import type { RenderRequest } from './sandbox/render-protocol.ts';
import { createRenderSandbox } from './sandbox/render-sandbox.ts';
import { formDataFilters, formDataTimeRange } from './template-filters.ts';

interface Vector {
  readonly id: string;
  readonly category: string;
  readonly input: { readonly template: string; readonly form_data: JsonObject; readonly url_query: string; readonly user: { id: number; username: string; email: string; roles: string[] } | null };
  readonly options: { readonly now: string; readonly from_dttm?: string };
  readonly expected: { readonly rendered?: string; readonly extra_cache_keys?: readonly unknown[]; readonly applied_filters?: readonly string[]; readonly removed_filters?: readonly string[]; readonly error?: string };
  readonly upstream_defect?: string;
}

const { vectors } = JSON.parse(readFileSync(new URL('../../../../../tests/fixtures/contract-vectors.json', import.meta.url), 'utf8')) as { vectors: Vector[] };

/** Where the address's parameters are escaped and part of the cache key, other than in the reference (contract §9.2). */
const SAFER: Readonly<Record<string, readonly unknown[]>> = { 'jinja-008': ['bar'], 'jinja-010': ["O'Brien"] };

const NOBODY: User = { id: null, username: '', firstName: '', lastName: '', email: '', roles: {}, isAnonymous: true, isAdmin: false };
const sandbox = createRenderSandbox();
let macros: MacroTable;

function scopeOf(formData: JsonObject = {}, over: Partial<TemplateScope> = {}): TemplateScope {
  return {
    user: NOBODY, dialect: sqliteDialect, dataset: undefined, formData, urlParams: [(formData['url_params'] ?? {}) as JsonObject], filters: formDataFilters(formData),
    timeRange: formDataTimeRange(formData), variables: {}, rules: [], now: Date.UTC(2025, 2, 15, 10, 20, 30), depth: 0, ...over,
  };
}

const render = (text: string, scope: TemplateScope = scopeOf()): Promise<RenderedTemplate> => renderTemplate(text, scope, macros, sandbox);

beforeAll(async () => {
  const none = async (): Promise<never> => {
    throw new Error('no other dataset');
  };
  macros = await createMacroTable({ readable: none, selectOf: none })();
  await render('{{ 1 }}');
});
afterAll(() => sandbox.dispose());

describe('vectors', () => {
  const jinja = vectors.filter(({ category }) => category === 'jinja');
  it('are all here', () => expect(jinja).toHaveLength(33));

  it.each(jinja.map((vector) => [vector.id, vector.input.template, vector] as const))('%s %s', async (id, template, { input, options, expected }) => {
    const { user } = input;
    const formData = input.form_data;
    const scope = scopeOf(formData, {
      urlParams: [Object.fromEntries(new URLSearchParams(input.url_query)), (formData['url_params'] ?? {}) as JsonObject],
      user: user ? { ...NOBODY, ...user, roles: Object.fromEntries(user.roles.map((role) => [role, []])), isAnonymous: false } : NOBODY,
      variables: { from_dttm: options.from_dttm ?? null },
    });
    if (expected.error !== undefined) {
      await expect(render(template, scope)).rejects.toMatchObject({ isSyntax: true, line: 1 });
      return;
    }
    const rendered = await render(template, scope);
    expect(rendered.text).toBe(expected.rendered);
    expect(rendered.cacheKeys).toEqual(SAFER[id] ?? expected.extra_cache_keys);
    expect(rendered.applied).toEqual(expected.applied_filters);
    expect(rendered.removed).toEqual(expected.removed_filters);
  });
});

describe('renderTemplate', () => {
  it.each([
    ["{{ [1, 'a', none, true, ['x']] }}", "[1, 'a', None, True, ['x']]"],
    ['{{ 1.0 }} {{ 10 / 4 }} {{ 7 // 2 }}', '1.0 2.5 3'],
    ["{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m('q') }}{{ m(none) }}", '<q><None>'],
    ["{% for r in roles if r != 'b' %}{{ loop.index }}{{ r }}{{ ',' if not loop.last }}{% endfor %}", '1a,2c'],
    ["{% raw %}{{ a }}{% endraw %}{# {{ b }} #}{{ {'a': {'b': 1}}['a']['b'] }}\n", '{{ a }}1\n'],
    ["{{- ' x ' -}}  y {{ \"}}\" }}", ' x y }}'],
    ["{{ ','.join(roles) }} {{ 'A'.lower() }}", 'a,b,c a'],
    ['{% if nope %}1{% else %}{{ nope }}{% endif %}', '{{ nope }}'],
    ["{{ 'é😀' }} – {{ roles|length }}", 'é😀 – 3'],
  ])('[COL-28] prints %s as Python would', async (text, expected) => {
    expect((await render(text, scopeOf({}, { variables: { roles: ['a', 'b', 'c'] } }))).text).toBe(expected);
  });

  it('counts only the calls of branches taken', async () => {
    const formData = { filters: [{ col: 'a', op: 'IN', val: ['x'] }, { col: 'b', op: '==', val: 1 }] };
    const text = "{% if filter_values('a')|length == 0 %}{{ filter_values('b', remove_filter=True) }}{% else %}{{ filter_values('a', remove_filter=true)|where_in }}{% endif %}";
    expect(await render(text, scopeOf(formData))).toMatchObject({ text: "('x')", applied: ['a'], removed: ['a'] });
  });

  it('names the line of a mistake', async () => {
    await expect(render('select 1\n{% for x in %}')).rejects.toMatchObject({ isSyntax: true, line: 2 });
    await expect(render("\n{{ 'x'|to_datetime }}")).rejects.toThrow(/to_datetime: time data/);
    await expect(render("{{ metric('m') }}")).rejects.toThrow('Please specify the Dataset ID for the `m` metric in the Jinja macro.');
    await expect(render('{{ 1|nofilter }}')).rejects.toThrow(/unknown filter/);
  });

  it('does not let parameters take the place of macros', async () => {
    expect((await render('{{ current_user_id() }}', scopeOf({}, { variables: { current_user_id: 7 } }))).text).toBe('None');
  });

  it('escapes what comes from the address', async () => {
    const scope = scopeOf({}, { urlParams: [{ q: "x' OR '1'='1" }] });
    expect((await render("'{{ url_param('q') }}'", scope)).text).toBe("'x'' OR ''1''=''1'");
  });
});

describe('sandbox', () => {
  it.each([
    ['{% for i in range(9999) %}{% for j in range(9999) %}x{% endfor %}{% endfor %}', /fuel/],
    ["{{ ('x' * 500000000)|length }}", /memory|takes too long/],
    ["{% set ns = namespace(x='xxxxxxxxxx') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}", /memory|takes too long/],
    ["{% set ns = namespace(n=0) %}{% for i in range(9000) %}{% set ns.n = ns.n + ('x' * 20000000)|length %}{% endfor %}", /too long/],
    ['{% include "/etc/passwd" %}', /not found/],
    ['{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}', /./],
  ])('refuses %s and goes on', async (text, message) => {
    await expect(render(text)).rejects.toThrow(message);
    expect((await render('{{ 1 + 1 }}')).text).toBe('2');
  });

  it.each(["{{ ''.constructor.constructor('return process')() }}", "{{ self.__init__.__globals__ }}", '{{ where_in.constructor }}', "{{ [].__class__.__mro__ }}", '{{ __print.constructor }}', "{{ cache_key_wrapper.__globals__['os'] }}"])('gives nothing away to %s', async (text) => {
    const outcome = await render(text).then(({ text: rendered }) => rendered, (error: Error) => error.message);
    expect(outcome).not.toMatch(/\[object|function|class '|native code|\/home|\/work/);
  });

  it('renders nothing twice', async () => {
    let rendered = 0;
    const counted = { ...sandbox, render: (request: RenderRequest) => (rendered++, sandbox.render(request)) };
    const remembering = rememberOutcomes(counted);
    const scope = scopeOf({ filters: [{ col: 'region', op: 'IN', val: ['a'] }] });
    for (let at = 0; at < 5; at++) expect((await renderTemplate("{{ filter_values('region')|where_in }}", scope, macros, remembering)).text).toBe("('a')");
    expect(rendered).toBe(3);
  });
});
