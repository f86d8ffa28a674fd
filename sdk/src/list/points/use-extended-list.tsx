import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Contribution } from '@orrery/sdk';
import { useContributions, usePlugin, useSlot } from '@orrery/sdk/web';
import type { IconName } from '@orrery/sdk/ui';
import { Skeleton } from '@orrery/sdk/ui';
import type { BulkAction, ListColumn, ListDeclaration, ListFilter, ListRow } from '../declaration.ts';
import type { ListBulkActionContribution, ListColumnCode, ListColumnContribution, ListFilterContribution } from './list-points.ts';
import { ListBulkActions, ListColumns, ListFilters } from './list-points.ts';

/** The declaration with the columns, filters and bulk actions of other plugins. @internal */
export function useExtendedList<Row extends ListRow>(declaration: ListDeclaration<Row>): ListDeclaration<Row> {
  const columns = useContributions(ListColumns);
  const filters = useContributions(ListFilters);
  const actions = useContributions(ListBulkActions);
  return useMemo(() => extendList(declaration, columns, filters, actions), [declaration, columns, filters, actions]);
}

/** @internal */
export function extendList<Row extends ListRow>(
  declaration: ListDeclaration<Row>,
  allColumns: readonly Contribution<ListColumnContribution>[],
  allFilters: readonly Contribution<ListFilterContribution>[],
  allActions: readonly Contribution<ListBulkActionContribution>[],
): ListDeclaration<Row> {
  const isHere = (item: Contribution<{ readonly list: string }>): boolean => item.value.list === declaration.resource;
  const added = allColumns.filter(isHere);
  const filters = allFilters.filter(isHere);
  const actions = allActions.filter(isHere);
  if (added.length + filters.length + actions.length === 0) return declaration;
  const columns = [...declaration.columns];
  for (const { value, pluginId, key } of added) {
    const column: ListColumn<Row> = {
      id: value.id,
      label: value.label,
      sortable: value.sortColumn,
      cell: (row) => <ContributedCell pluginId={pluginId} columnKey={key} row={row} />,
    };
    const after = columns.findIndex((item) => item.id === value.after);
    columns.splice(after >= 0 ? after + 1 : Math.max(1, columns.length - 1), 0, column);
  }
  return {
    ...declaration,
    columns,
    selectColumns: [...new Set([...declaration.selectColumns, ...added.flatMap((item) => item.value.selectColumns ?? [])])],
    filters: [...declaration.filters, ...filters.map(({ value }) => value as ListFilter)],
    bulkActions: [...(declaration.bulkActions ?? []), ...actions.map((item) => contributedAction<Row>(item))],
  };
}

function contributedAction<Row extends ListRow>({ key, value }: Contribution<ListBulkActionContribution>): BulkAction<Row> {
  return {
    id: value.id,
    label: value.label,
    icon: value.icon as IconName | undefined,
    danger: value.danger,
    permission: value.permission,
    async onSelect(rows, tools) {
      const code = await tools.ctx.points.load(ListBulkActions, key);
      await code.run(rows as unknown as Parameters<typeof code.run>[0], tools);
    },
  };
}

/** A cell whose plugin is activated when it is first drawn. */
function ContributedCell({ pluginId, columnKey, row }: { readonly pluginId: string; readonly columnKey: string; readonly row: ListRow }): ReactNode {
  const { points } = usePlugin();
  const Slot = useSlot();
  const [state, setState] = useState<{ readonly code?: ListColumnCode; readonly failed?: boolean }>({});
  useEffect(() => {
    let live = true;
    points.load(ListColumns, columnKey).then(
      (code) => live && setState({ code }),
      () => live && setState({ failed: true }),
    );
    return () => {
      live = false;
    };
  }, [points, columnKey]);
  if (state.failed) return '–';
  const Cell = state.code?.Cell;
  if (!Cell) return <Skeleton width={64} />;
  return (
    // The slot is the kernel's and never changes.
    // oxlint-disable-next-line react/static-components
    <Slot pluginId={pluginId} contribution={columnKey} fallback={() => '–'}>
      <Cell row={row as ListRow & Readonly<Record<string, unknown>>} />
    </Slot>
  );
}
