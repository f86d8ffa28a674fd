/** Query parameters the platform's own pages give a meaning to; every other one belongs to whoever made the link. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['standalone', 'edit', 'uiConfig', 'tab', 'next', 'force', 'safe-mode', 'disable', 'save_action'],
  ...['native_filters', 'native_filters_key', 'permalink_key', 'preselect_filters', 'show_filters', 'expand_filters', 'focused_chart', 'dashboard_page_id'],
  ...['form_data', 'form_data_key', 'slice_id', 'datasource_id', 'datasource_type', 'datasource', 'dataset_id', 'viz_type', 'dashboard_id'],
  ...['filters', 'pageIndex', 'sortColumn', 'sortOrder', 'viewMode'],
]);

/**
 * The parameters of an address that templates read with `url_param` (census ROUTE-37). Pages put them into form data as
 * `url_params` and hand them on in links to other pages. @public
 */
export function urlParamsOf(search: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => !RESERVED.has(name)));
}
