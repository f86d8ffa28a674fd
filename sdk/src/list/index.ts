export type {
  BulkAction,
  ListCardContent,
  ListColumn,
  ListDeclaration,
  ListFilter,
  ListRow,
  ListSort,
  ListTools,
  RowAction,
  SortOrder,
} from './declaration.ts';
export { ListPage } from './list-page.tsx';
export { ListBulkActions, ListColumns, ListFilters } from './points/list-points.ts';
export type { ListBulkActionCode, ListBulkActionContribution, ListColumnCode, ListColumnContribution, ListFilterContribution } from './points/list-points.ts';
export { readListState, writeListState } from './state/list-state.ts';
export type { FilterValue, LabelledValue, ListState, ViewMode } from './state/list-state.ts';
export { listQuery, PAGE_SIZE } from './data/list-query.ts';
export type { QueryFilter } from './data/list-query.ts';
export { useListData } from './data/use-list-data.ts';
export type { ListData } from './data/use-list-data.ts';
export { useListInfo } from './data/use-list-info.ts';
export { useFavourites } from './data/use-favourites.ts';
export type { Favourites } from './data/use-favourites.ts';
export { useDeleteRows } from './actions/use-delete-rows.ts';
export { downloadExport } from './actions/download.ts';
export { AssetCard, CardSkeletons } from './cards/list-cards.tsx';
export type { AssetCardProps } from './cards/list-cards.tsx';
export { FavouriteStar } from './cells/favourite-star.tsx';
export { People, personName } from './cells/people.tsx';
export type { Person } from './cells/people.tsx';
export { formatRelative, RelativeTime } from './cells/relative-time.tsx';
export { FormDialog } from './properties/form-dialog.tsx';
export type { FormDialogProps, FormField, FormValues } from './properties/form-dialog.tsx';
