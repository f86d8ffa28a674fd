import { encodeRison } from '../support/rest-client/encode-rison.ts';
import { around, problemOf, timed } from './check-answer.ts';
import { HIDDEN } from './facts.ts';
import type { FuzzApp } from './fuzz-app.ts';
import { anyValue, HOSTILE_TEXTS, mutate } from './hostile.ts';
import type { Random } from './random.ts';
import type { FuzzKind } from './run-cases.ts';

const TOKENS = ['(', ')', '!(', '!', "'", "!'", '!!', ',', ':', '!t', '!f', '!n', 'a', 'page', '-', '1', '1e', '1e5', '1e-3', '1e999', '0', '-0', '.5', ' ', '*', '@', '$', '%', '%zz', '{', '}', '[', ']', '"', '\\u0000', '\0', 'filters:', 'col:', 'opr:', 'value:', '😀'];
/** Answer streams, wait, or sign out. */
const LEFT_OUT = /\/(?:logout|login|lang|static|plugins)\b|async_event|\/thumbnail|\/screenshot|development/;
const WORDS = ['id', 'slice_name', 'dashboard_title', 'table_name', 'database_name', 'owners', 'created_by', 'changed_on', 'tags', 'name', 'sql', 'uuid', 'changed_by.first_name', 'ct', 'eq', 'rel_o_m', 'rel_m_m', 'gt', 'in', 'chart_all_text', 'title_or_slug', 'asc', 'desc', 'id,name'];

const word = (random: Random): unknown => (random.chance(0.7) ? random.pick(WORDS) : anyValue(random));

/** A list query that may be right. */
function listQuery(random: Random): unknown {
  const query = {
    ...(random.chance(0.6) ? { filters: random.some(0, 3, () => ({ col: word(random), opr: word(random), value: random.chance(0.5) ? random.int(-1, 100) : anyValue(random) })) } : {}),
    ...(random.chance(0.5) ? { order_column: word(random), order_direction: random.pick(['asc', 'desc', 'x']) } : {}),
    ...(random.chance(0.5) ? { page: random.pick([0, 1, -1, 1e9, 1e20, 1.5, 'x']), page_size: random.pick([0, 1, 25, 100, -1, 1e9, 1e20, 'x']) } : {}),
    ...(random.chance(0.3) ? { [random.pick(['columns', 'select_columns', 'keys', 'filter', 'include_ids', 'ids'])]: random.chance(0.5) ? random.some(0, 4, () => word(random)) : anyValue(random) } : {}),
  };
  return random.chance(0.3) ? mutate(random, query, 0.15) : random.chance(0.1) ? random.some(0, 5, () => random.int(-1, 10)) : query;
}

/** What is nested deeper than the client can encode is sent as such a text. */
function encoded(value: unknown): string {
  try {
    return encodeRison(value);
  } catch {
    return '!('.repeat(3000);
  }
}

function rison(random: Random): string {
  const roll = random.next();
  if (roll < 0.25) return random.some(0, 30, () => random.pick(TOKENS)).join('');
  if (roll < 0.3) return random.pick(['!(', '(a:', '(']).repeat(random.int(1, 5000));
  if (roll < 0.4) return JSON.stringify(listQuery(random));
  const text = encoded(listQuery(random));
  if (roll < 0.7) return text;
  const at = random.int(0, text.length);
  return text.slice(0, at) + random.pick([...TOKENS, '']) + text.slice(at + random.int(0, 3));
}

function paths(fuzz: FuzzApp): readonly string[] {
  return [...fuzz.app.kernel.http.routes.keys()].map(({ definition }) => definition).filter(({ method, path, upgrade }) => method === 'GET' && !upgrade && !path.includes('*') && !LEFT_OUT.test(path)).map(({ path }) => path);
}

/** Random texts in `q` of every GET address the server has, with random parts in the address. */
export const RISON_STRINGS: FuzzKind = {
  name: 'Rison strings',
  share: 34,
  make(random, fuzz) {
    const known = paths(fuzz);
    const lists = known.filter((path) => path.endsWith('/') && !path.includes(':'));
    const part = (name: string): string => encodeURIComponent(/column|name|col/.test(name) && random.chance(0.6) ? random.pick(WORDS) : random.chance(0.6) ? String(random.int(0, 12)) : random.pick(HOSTILE_TEXTS).replace(/[\ud800-\udfff]/g, '').slice(0, 300) || 'x');
    const path = random.pick(random.chance(0.6) ? lists : known).replace(/:([^/]+)/g, (_all, name: string) => part(name));
    return { as: random.chance(0.5) ? 'gamma' : 'admin', path, q: rison(random).replace(/[\ud800-\udfff]/g, '').slice(0, 12_000), isBare: random.chance(0.03) };
  },
  async check(fuzz, { as, path, q, isBare }) {
    const [address, text] = [String(path), String(q)];
    if (!address.startsWith('/')) return { status: 0 };
    const got = await timed(() => (as === 'gamma' ? fuzz.gamma : fuzz.admin).get(`${address}?q=${isBare === true ? text.replace(/[^!-~]|[#&]/g, '') : encodeURIComponent(text)}`));
    const problem = problemOf(fuzz, got) ?? (as === 'gamma' && got.answer.text.includes(HIDDEN) ? `a hidden row shows: ${around(got.answer.text, HIDDEN)}` : undefined);
    return { status: got.answer.status, ...(problem ? { problem } : {}) };
  },
};
