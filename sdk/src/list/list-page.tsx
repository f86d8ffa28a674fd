import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isApiError, usePlugin, useTitle } from '@orrery/sdk/web';
import { Button, EmptyState, ErrorPanel } from '@orrery/sdk/ui';
import { downloadExport } from './actions/download.ts';
import { useDeleteRows } from './actions/use-delete-rows.ts';
import { ListCards } from './cards/list-cards.tsx';
import { listQuery, PAGE_SIZE } from './data/list-query.ts';
import { useFavourites } from './data/use-favourites.ts';
import { useListData } from './data/use-list-data.ts';
import { useListInfo } from './data/use-list-info.ts';
import type { BulkAction, ListDeclaration, ListRow, ListTools, RowAction } from './declaration.ts';
import { ListToolbar } from './list-toolbar.tsx';
import type { ListView } from './list-view.ts';
import { Pagination } from './pagination.tsx';
import { useExtendedList } from './points/use-extended-list.tsx';
import { useListState } from './state/use-list-state.ts';
import { ListTable } from './table/list-table.tsx';
import { useListText } from './texts.ts';

/**
 * A list page from a declaration (census LIST-00…09): table and cards, filters, sort, pages, bulk selection, its state in
 * the URL. Keep the declaration's identity stable (`useMemo`).
 * @public
 */
export function ListPage<Row extends ListRow>({ declaration: declared }: { readonly declaration: ListDeclaration<Row> }): ReactNode {
  const ctx = usePlugin();
  const t = useListText();
  const declaration = useExtendedList(declared);
  const { resource } = declaration;
  useTitle(declaration.title);
  const [state, change] = useListState(declaration.defaultSort, declaration.card !== undefined);
  const data = useListData<Row>(resource, listQuery(declaration, state));
  const permissions = useListInfo(resource);
  const favourites = useFavourites(resource, data.rows?.map((row) => row.id) ?? [], declaration.hasFavourites ?? false);
  const top = useRef<HTMLElement>(null);
  const [selection, setSelection] = useState<ReadonlySet<number>>();
  const deleteRows = useDeleteRows<Row>(resource, declaration.name);

  const tools: ListTools = { ctx, refresh: data.refresh, clearSelection: () => setSelection(undefined) };
  const remove = async (rows: readonly Row[]): Promise<void> => {
    if (!(await deleteRows(rows))) return;
    setSelection(undefined);
    // The last rows of the last page are gone: the page is, too.
    if (rows.length === data.rows?.length && state.pageIndex > 0) change({ pageIndex: state.pageIndex - 1 }, { replace: true });
    data.refresh();
  };
  const isAllowed = (action: { readonly permission?: string }): boolean => action.permission === undefined || permissions.has(action.permission);
  const canDelete = declaration.hasDelete !== false && permissions.has('can_write');
  const canExport = declaration.hasExport === true && permissions.has('can_export');
  const rowActions: readonly RowAction<Row>[] = [
    ...(declaration.rowActions ?? []).filter(isAllowed),
    ...(canExport ? [{ id: 'export', label: t('action.export'), icon: 'download' as const, onSelect: (row: Row) => downloadExport(ctx, resource, [row.id]) }] : []),
    ...(canDelete ? [{ id: 'delete', label: t('action.delete'), icon: 'delete' as const, danger: true, onSelect: (row: Row) => void remove([row]) }] : []),
  ];
  const bulkActions: readonly BulkAction<Row>[] = [
    ...(declaration.bulkActions ?? []).filter(isAllowed),
    ...(canExport ? [{ id: 'export', label: t('action.export'), icon: 'download' as const, onSelect: (rows: readonly Row[]) => downloadExport(ctx, resource, rows.map((row) => row.id)) }] : []),
    ...(canDelete ? [{ id: 'delete', label: t('action.delete'), icon: 'delete' as const, danger: true, onSelect: remove }] : []),
  ];
  const handleSort = (column: string): void => change({ sortColumn: column, sortOrder: state.sortColumn === column && state.sortOrder === 'asc' ? 'desc' : 'asc', pageIndex: 0 });
  const view: ListView<Row> = { declaration, rows: data.rows, isStale: data.isStale, state, favourites, tools, rowActions, selection, onSelect: setSelection, onSort: handleSort };
  const { primaryAction } = declaration;
  return (
    <section className="o-list" ref={top}>
      <header className="o-list__header">
        <h1 className="o-list__title">{declaration.title}</h1>
        <div className="o-list__header-actions">
          {bulkActions.length > 0 && (
            <Button aria-pressed={selection !== undefined} onClick={() => setSelection(selection ? undefined : new Set())}>
              {t('bulk.start')}
            </Button>
          )}
          {primaryAction && isAllowed(primaryAction) && (
            <Button kind="primary" icon={primaryAction.icon ?? 'plus'} onClick={() => primaryAction.onSelect(ctx)}>
              {primaryAction.label}
            </Button>
          )}
        </div>
      </header>
      <ListToolbar declaration={declaration} state={state} onChange={change} />
      {selection && <BulkBar view={view} selection={selection} actions={bulkActions} />}
      <output className="o-visually-hidden">{data.isStale ? t('status.loading') : data.error === undefined && t('status.results', { count: data.count })}</output>
      <ListBody view={view} error={data.error} onClearFilters={() => change({ filters: {}, pageIndex: 0 })} />
      {data.rows && data.rows.length > 0 && data.count > 0 && data.error === undefined && (
        <Pagination
          pageIndex={Math.min(state.pageIndex, Math.ceil(data.count / PAGE_SIZE) - 1)}
          total={data.count}
          onChange={(pageIndex) => {
            change({ pageIndex });
            top.current?.scrollIntoView?.({ block: 'start' });
          }}
        />
      )}
    </section>
  );
}

function ListBody<Row extends ListRow>({ view, error, onClearFilters }: { readonly view: ListView<Row>; readonly error: unknown; onClearFilters(): void }): ReactNode {
  const t = useListText();
  const { declaration, rows, state, tools } = view;
  if (error !== undefined) {
    const message = isApiError(error) && error.message ? error.message : t('error.unknown');
    return <ErrorPanel title={t('error.title')} message={message} detail={isApiError(error) ? `${error.status} ${error.statusText} ${error.url}` : String(error)} onRetry={tools.refresh} />;
  }
  if (rows?.length === 0 && !view.isStale) {
    if (Object.keys(state.filters).length > 0) {
      return <EmptyState icon="search" title={t('empty.filtered')} description={t('empty.filteredText')} action={<Button onClick={onClearFilters}>{t('filter.clearAll')}</Button>} />;
    }
    const { title = t('empty.none'), ...rest } = declaration.emptyState ?? {};
    return <EmptyState icon="list" title={title} {...rest} />;
  }
  return <div className={view.isStale && rows ? 'o-list__stale' : undefined}>{state.viewMode === 'card' ? <ListCards view={view} /> : <ListTable view={view} />}</div>;
}

function BulkBar<Row extends ListRow>({ view, selection, actions }: { readonly view: ListView<Row>; readonly selection: ReadonlySet<number>; readonly actions: readonly BulkAction<Row>[] }): ReactNode {
  const t = useListText();
  const { tools } = view;
  const rows = view.rows?.filter((row) => selection.has(row.id)) ?? [];
  const run = async (action: BulkAction<Row>): Promise<void> => {
    try {
      await action.onSelect(rows, tools);
    } catch (error) {
      tools.ctx.ui.toast('danger', t('action.failed', { error: error instanceof Error ? error.message : String(error) }));
    }
  };
  return (
    <div className="o-list__bulk">
      <output>{rows.length === 0 ? t('bulk.none') : t('bulk.selected', { count: rows.length })}</output>
      {rows.length > 0 && (
        <Button kind="ghost" size="small" onClick={() => view.onSelect(new Set())}>
          {t('bulk.clear')}
        </Button>
      )}
      {rows.length > 0 &&
        actions.map((action) => (
          <Button key={action.id} size="small" kind={action.danger ? 'danger' : 'default'} icon={action.icon} onClick={() => void run(action)}>
            {action.label}
          </Button>
        ))}
    </div>
  );
}
