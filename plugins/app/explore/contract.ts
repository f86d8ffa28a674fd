import type { ComponentType } from 'react';
import type { ChartDataResult, Dataset, FormData, QueryContext } from '@orrery/sdk';
import { createExtensionPoint, createHook, createToken } from '@orrery/sdk';
import type { Control, ControlState } from '@orrery/sdk/viz';
import { createRouteRef } from '@orrery/sdk/web';

/** `/explore/?slice_id=&datasource_id=&datasource_type=table&viz_type=` (census ROUTE-11). */
export const exploreRoute = createRouteRef('explore.view');
/** `/chart/add`: choose a dataset and a viz type (census ROUTE-09). */
export const addChartRoute = createRouteRef('explore.add');

/** A saved chart as the server knows it. */
export interface ChartRecord {
  readonly id: number;
  readonly uuid: string;
  readonly slice_name: string;
  readonly viz_type: string;
  readonly datasource_id: number;
  readonly datasource_type: string;
  /** JSON text of the form data. */
  readonly params: string;
  readonly query_context: string | null;
  readonly cache_timeout: number | null;
  readonly description: string | null;
  readonly changed_on: number;
}

/** Server service. */
export interface ChartStore {
  get(idOrUuid: number | string): Promise<ChartRecord | undefined>;
  getMany(ids: readonly number[]): Promise<readonly ChartRecord[]>;
  create(input: { slice_name: string; viz_type: string; datasource_id: number; params: string; owners: readonly number[]; description?: string; uuid?: string }): Promise<ChartRecord>;
  /** The charts of a dashboard as `GET /api/v1/dashboard/<id>/charts` answers them, in one read, ordered by id. */
  ofDashboard(dashboardId: number): Promise<readonly ChartOnDashboard[]>;
}

/** A chart as a dashboard needs it (contract §1.4). */
export interface ChartOnDashboard {
  readonly id: number;
  readonly uuid: string;
  readonly slice_name: string;
  readonly cache_timeout: number | null;
  readonly changed_on: string;
  readonly description: string | null;
  /** HTML. */
  readonly description_markeddown: string;
  readonly form_data: FormData;
  readonly slice_url: string;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly thumbnail_url: string | null;
}
export const ChartStore = createToken<ChartStore>('explore', 'ChartStore', 1);

/** Asked before charts are deleted; whoever still needs one vetoes with a reason for the user. */
export const WillDeleteCharts = createHook<'will', readonly [ids: readonly number[]]>('will', 'explore.willDeleteCharts', ['ids']);

/** Tables of the metadata database other plugins may join. */
export interface ChartTables {
  slices: {
    id: number;
    uuid: string;
    slice_name: string;
    viz_type: string;
    datasource_id: number;
    datasource_type: string;
    datasource_name: string | null;
    params: string;
    query_context: string | null;
    description: string | null;
    cache_timeout: number | null;
    certified_by: string | null;
    certification_details: string | null;
    is_managed_externally: number;
    external_url: string | null;
    last_saved_at: number | null;
    last_saved_by_fk: number | null;
    created_on: number;
    changed_on: number;
    created_by_fk: number | null;
    changed_by_fk: number | null;
  };
  slice_user: { user_id: number; slice_id: number };
  slice_favourite: { user_id: number; slice_id: number };
}

/** What the editor of a control gets. Labels, choices and the like are resolved: no `%key%` is left in `control`. */
export interface ControlProps<V = unknown> {
  readonly name: string;
  readonly control: Control;
  readonly value: V | undefined;
  readonly state: ControlState;
  /** Message of the control's validation. */
  readonly error?: string;
  /** Id of the element that labels the editor. */
  readonly labelId: string;
  onChange(value: V | undefined): void;
}
/** Static half of a control type. */
export interface ControlContribution {
  /** The `type` of controls it edits. */
  readonly type: string;
  readonly title?: string;
}
/** Code half of a control type. */
export interface ControlCode {
  load(): Promise<ComponentType<ControlProps>>;
}
/** Control types beyond the built-in ones. */
export const Controls = createExtensionPoint<ControlContribution, ControlCode>({ id: 'explore.controls', version: 1 });

/** What a tab below the chart gets. */
export interface DataPaneProps {
  /** Key of the chart's state in the chart service. */
  readonly chartKey: string;
  /** What the chart was last queried with; undefined before the first run. */
  readonly formData: FormData | undefined;
  readonly dataset: Dataset | undefined;
  query(context: QueryContext, signal?: AbortSignal): Promise<readonly ChartDataResult[]>;
}
/** Static half of a data pane. */
export interface DataPaneContribution {
  readonly id: string;
  readonly title: string;
  readonly order?: number;
}
/** Code half of a data pane. */
export interface DataPaneCode {
  load(): Promise<ComponentType<DataPaneProps>>;
}
/** Tabs of the pane below the chart. */
export const DataPanes = createExtensionPoint<DataPaneContribution, DataPaneCode>({ id: 'explore.data-panes', version: 1 });

/** What an export works on. */
export interface ExportRequest {
  readonly chartName: string;
  readonly context: QueryContext;
  query(context: QueryContext, signal?: AbortSignal): Promise<readonly ChartDataResult[]>;
  /** Hands a file to the user. */
  save(fileName: string, content: Blob): void;
}
/** Static half of an export format. */
export interface ExportFormatContribution {
  readonly id: string;
  readonly title: string;
  readonly order?: number;
}
/** Code half of an export format. */
export interface ExportFormatCode {
  run(request: ExportRequest): Promise<void>;
}
/** Ways to take a chart's data out. */
export const ExportFormats = createExtensionPoint<ExportFormatContribution, ExportFormatCode>({ id: 'explore.export-formats', version: 1 });
