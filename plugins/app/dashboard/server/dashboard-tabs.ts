import type { DashboardTables } from '../contract.ts';

interface Node {
  readonly id: string;
  readonly type: string;
  readonly children?: readonly string[];
  readonly parents?: readonly string[];
  readonly meta?: { readonly text?: string; readonly defaultText?: string };
}

interface Tab {
  readonly value: string;
  readonly title: string;
  readonly parents: readonly string[];
  readonly children: readonly Tab[];
}

interface Filter {
  readonly id: string;
  readonly tabsInScope?: readonly string[];
}

function parse<T>(text: string | null, otherwise: T): T {
  try {
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

/** The tabs of a dashboard as a tree, and the native filters in scope of each (contract §1.4, `/tabs`). Pure. */
export function tabsOf(row: Pick<DashboardTables['dashboards'], 'position_json' | 'json_metadata'>) {
  const nodes = parse<Record<string, Node | string>>(row.position_json, {});
  const allTabs: Record<string, string> = {};

  function tabsBelow(id: string): readonly Tab[] {
    const node = nodes[id];
    if (typeof node !== 'object') return [];
    const below = (node.children ?? []).flatMap(tabsBelow);
    if (node.type !== 'TAB') return below;
    const title = node.meta?.text || node.meta?.defaultText || '';
    allTabs[id] = title;
    return [{ value: id, title, parents: node.parents ?? [], children: below }];
  }

  const tab_tree = tabsBelow('ROOT_ID');
  const filters = parse<{ native_filter_configuration?: readonly Filter[] }>(row.json_metadata, {}).native_filter_configuration ?? [];
  const perTab = Object.fromEntries(Object.keys(allTabs).map((tab) => [tab, filters.filter(({ tabsInScope }) => !tabsInScope || tabsInScope.includes(tab))]));
  return { all_tabs: allTabs, tab_tree, native_filters: { all: filters, ...perTab } };
}
