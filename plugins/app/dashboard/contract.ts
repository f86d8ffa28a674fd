import type { ComponentType } from 'react';
import type { ChartDataResult, DataMask, Dataset, FormData, JsonObject, QueryContext } from '@orrery/sdk';
import { createExtensionPoint, createHook, createToken } from '@orrery/sdk';
import { createRouteRef } from '@orrery/sdk/web';

/** `/superset/dashboard/:idOrSlug/` (census ROUTE-05). */
export const dashboardRoute = createRouteRef<{ idOrSlug: string | number }>('dashboard.view');

/** A native filter's configuration as exports hold it (contract §8.3). */
export interface NativeFilter {
  readonly id: string;
  readonly type: 'NATIVE_FILTER' | 'DIVIDER' | string;
  readonly name: string;
  readonly description?: string;
  readonly filterType: string;
  readonly targets: readonly { readonly datasetId?: number; readonly column?: { readonly name: string } }[];
  readonly controlValues: JsonObject;
  readonly defaultDataMask?: DataMask;
  readonly cascadeParentIds?: readonly string[];
  readonly scope: { readonly rootPath: readonly string[]; readonly excluded: readonly number[] };
  readonly chartsInScope?: readonly number[];
  readonly requiredFirst?: boolean;
  readonly [key: string]: unknown;
}

/** What a filter type's input gets. Values are committed by `onChange`; the bar applies them. */
export interface FilterInputProps {
  readonly filter: NativeFilter;
  readonly dataset?: Dataset;
  readonly value: unknown;
  readonly isRequired: boolean;
  onChange(value: unknown): void;
  /** Runs a query for options, already narrowed by the filters this one depends on. */
  query(context: QueryContext, signal?: AbortSignal): Promise<readonly ChartDataResult[]>;
  /** Id of the element that labels the input. */
  readonly labelId: string;
}

/** Static half of a filter type. */
export interface FilterTypeContribution {
  /** `filterType` of the configuration, e.g. `filter_select`. */
  readonly type: string;
  readonly title: string;
  readonly description?: string;
}

/** Code half of a filter type. */
export interface FilterTypeCode {
  Input: ComponentType<FilterInputProps>;
  /** The mask a value produces (contract §8.4); pure. */
  toDataMask(value: unknown, filter: NativeFilter): DataMask;
  /** One line for chips: `Carrier: AA, DL`. */
  describe(value: unknown, filter: NativeFilter): string;
}
export const FilterTypes = createExtensionPoint<FilterTypeContribution, FilterTypeCode>({ id: 'dashboard.filter-types', version: 1 });

/** Static half of a layout component beyond the built-in containers. */
export interface DashboardComponentContribution {
  /** `type` in position_json, e.g. `MARKDOWN`, `DIVIDER`. */
  readonly type: string;
  readonly title: string;
  readonly resizable?: boolean;
}
export interface DashboardComponentProps {
  readonly id: string;
  readonly meta: JsonObject;
}
export interface DashboardComponentCode {
  load(): Promise<ComponentType<DashboardComponentProps>>;
}
export const DashboardComponents = createExtensionPoint<DashboardComponentContribution, DashboardComponentCode>({ id: 'dashboard.components', version: 1 });

/** A chart as `GET /api/v1/dashboard/<id>/charts` answers it. */
export interface DashboardChart {
  readonly id: number;
  readonly slice_name: string;
  readonly description: string | null;
  readonly form_data: FormData;
  readonly [key: string]: unknown;
}

/** `GET /api/v1/dashboard/<id>/bundle`: all a dashboard needs in one round trip (ours, beside the contract's three calls). */
export interface DashboardBundle {
  readonly dashboard: {
    readonly id: number;
    readonly uuid: string;
    readonly slug: string | null;
    readonly dashboard_title: string;
    readonly published: boolean;
    readonly css: string | null;
    /** The dashboard's own theme, as the detail of the contract has it: `json_data` is the JSON text of a theme configuration. */
    readonly theme?: { readonly id: number; readonly theme_name: string; readonly json_data: string } | null;
    /** JSON text. */
    readonly json_metadata: string | null;
    /** JSON text. */
    readonly position_json: string | null;
    readonly owners: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[];
    readonly changed_on: string;
    readonly [key: string]: unknown;
  };
  readonly charts: readonly DashboardChart[];
  readonly datasets: readonly Dataset[];
  readonly isFavourite: boolean;
  readonly canEdit: boolean;
}

/** What a dashboard on view is in. */
export interface ShownDashboard {
  readonly id: number;
  /** Native filter or chart id → its mask. */
  readonly dataMask: Readonly<Record<string, DataMask>>;
  /** Ids of the open tabs. */
  readonly activeTabs: readonly string[];
}

/** Reads the plugin's slice (`getForeignState('dashboard')`); undefined while no dashboard is on view. */
export function shownDashboard(slice: unknown): ShownDashboard | undefined {
  const state = slice as { status?: string; model?: { id: number }; masks?: ShownDashboard['dataMask']; activeTabs?: Readonly<Record<string, string>> } | undefined;
  if (state?.status !== 'ready' || !state.model) return undefined;
  return { id: state.model.id, dataMask: state.masks ?? {}, activeTabs: Object.values(state.activeTabs ?? {}) };
}

/** Server service. */
export interface DashboardStore {
  /**
   * Creates a dashboard from a layout and metadata, by the rules of contract §1.4.1: the layout's charts become its charts.
   * A known `uuid` answers the dashboard that has it. Throws HttpError as the REST resource does.
   */
  create(input: {
    uuid?: string;
    dashboard_title: string;
    slug?: string | null;
    positions: JsonObject;
    json_metadata: JsonObject;
    css?: string | null;
    published?: boolean;
    owners: readonly number[];
  }): Promise<{ readonly id: number; readonly uuid: string }>;
}
export const DashboardStore = createToken<DashboardStore>('dashboard', 'DashboardStore', 1);

/** Asked before dashboards are deleted; whoever still needs one vetoes with a reason for the user. */
export const WillDeleteDashboards = createHook<'will', readonly [ids: readonly number[]]>('will', 'dashboard.willDeleteDashboards', ['ids']);

/** Tables of the metadata database other plugins may join. */
export interface DashboardTables {
  dashboards: {
    id: number;
    uuid: string;
    slug: string | null;
    dashboard_title: string;
    position_json: string | null;
    json_metadata: string | null;
    css: string | null;
    description?: string | null;
    theme_id: number | null;
    published: number;
    certified_by: string | null;
    certification_details: string | null;
    is_managed_externally: number;
    external_url: string | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
  dashboard_slices: { dashboard_id: number; slice_id: number };
  dashboard_user: { user_id: number; dashboard_id: number };
  dashboard_favourite: { user_id: number; dashboard_id: number };
  dashboard_roles: { dashboard_id: number; role_id: number };
  /** Dashboards shown inside other pages; `allow_domain_list` is comma separated, empty means any. */
  dashboard_embedded: { uuid: string; dashboard_id: number; allow_domain_list: string | null; created_on: number; changed_on: number; created_by_fk: number | null; changed_by_fk: number | null };
}
