import type { JsonObject } from '@orrery/sdk';
import { HttpError } from '@orrery/sdk/server';

type Kind = 'list' | 'map' | 'integer' | 'boolean' | 'text' | 'any';

/** Keys the contract knows (§1.4.1) and what they hold. */
const KEYS: Readonly<Record<string, Kind>> = {
  native_filter_configuration: 'list', chart_configuration: 'map', global_chart_configuration: 'map', timed_refresh_immune_slices: 'list', filter_scopes: 'map',
  expanded_slices: 'map', refresh_frequency: 'integer', default_filters: 'text', stagger_refresh: 'boolean', stagger_time: 'integer', color_scheme: 'text',
  color_namespace: 'text', positions: 'map', label_colors: 'map', shared_label_colors: 'any', map_label_colors: 'map', color_scheme_domain: 'list',
  cross_filters_enabled: 'boolean', import_time: 'integer', remote_id: 'integer', filter_bar_orientation: 'text', native_filter_migration: 'map', show_native_filters: 'any',
};

const FITS: Readonly<Record<Kind, readonly [fits: (value: unknown) => boolean, otherwise: string]>> = {
  list: [Array.isArray, 'Not a valid list.'],
  map: [(value) => typeof value === 'object' && !Array.isArray(value), 'Not a valid mapping type.'],
  integer: [Number.isInteger, 'Not a valid integer.'],
  boolean: [(value) => typeof value === 'boolean', 'Not a valid boolean.'],
  text: [(value) => typeof value === 'string', 'Not a valid string.'],
  any: [() => true, ''],
};

const DEFAULTS: JsonObject = {
  timed_refresh_immune_slices: [],
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: '',
  label_colors: {},
  shared_label_colors: [],
  map_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
};

interface LayoutNode {
  readonly type?: string;
  readonly meta?: { readonly chartId?: number; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** A layout by node id; `DASHBOARD_VERSION_KEY` is a text among the nodes. */
export type Positions = Readonly<Record<string, LayoutNode | string>>;

/** Parses a JSON object of a body field; the contract's 400 when it is none. */
export function parseField(field: 'json_metadata' | 'position_json', text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Falls through to the same refusal.
  }
  throw new HttpError(400, { message: { [field]: ['JSON not valid'] } });
}

/** Refuses keys the contract does not know, and values of the wrong kind (§1.4.1). Null stands for absent. */
export function requireKnownKeys(metadata: JsonObject): void {
  const problems: Record<string, readonly string[]> = {};
  for (const [key, value] of Object.entries(metadata)) {
    const kind = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    if (!kind) problems[key] = ['Unknown field.'];
    else if (value !== null && !FITS[kind][0](value)) problems[key] = [FITS[kind][1]];
  }
  if (Object.keys(problems).length > 0) throw new HttpError(400, { message: { json_metadata: [problems] } });
}

/** Ids of the charts a layout holds, without duplicates. */
export function chartIdsOf(positions: Positions): readonly number[] {
  const ids = Object.values(positions).flatMap((node) =>
    typeof node === 'object' && node !== null && node.type === 'CHART' && typeof node.meta?.chartId === 'number' ? [node.meta.chartId] : [],
  );
  return [...new Set(ids)];
}

/** The layout with each chart's uuid written into its node. */
export function withUuids(positions: Positions, uuids: ReadonlyMap<number, string>): Positions {
  return Object.fromEntries(
    Object.entries(positions).map(([id, node]) => {
      if (typeof node !== 'object' || node.type !== 'CHART' || typeof node.meta?.chartId !== 'number') return [id, node];
      const uuid = uuids.get(node.meta.chartId);
      return [id, uuid ? { ...node, meta: { ...node.meta, uuid } } : node];
    }),
  );
}

function keepKeys(value: unknown, ids: ReadonlySet<string>): JsonObject {
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  return Object.fromEntries(Object.entries(object).filter(([key]) => ids.has(key)));
}

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return {};
  }
}

/** What storing a dashboard's metadata amounts to. */
export interface MetadataChange {
  /** Text for the column. */
  readonly json_metadata: string;
  /** Present when the metadata carried positions. */
  readonly positions?: { readonly layout: Positions; readonly chartIds: readonly number[] };
}

/**
 * Applies the rules of contract §1.4.1 to a metadata object: positions are split off and decide which charts
 * filter defaults and scopes are kept for, known keys get their defaults, and nothing of the old text survives.
 */
export function applyMetadata(metadata: JsonObject): MetadataChange {
  requireKnownKeys(metadata);
  const { positions, show_native_filters: _dropped, filter_scopes, ...kept } = metadata;
  const next: Record<string, unknown> = { ...DEFAULTS, ...kept };
  if (next['color_namespace'] === null) delete next['color_namespace'];
  // An old object form is accepted and becomes empty.
  if (!Array.isArray(next['shared_label_colors'])) next['shared_label_colors'] = [];
  if (typeof positions !== 'object' || positions === null) return { json_metadata: JSON.stringify(next) };

  const layout = positions as Positions;
  const chartIds = chartIdsOf(layout);
  const present = new Set(chartIds.map(String));
  if ('filter_scopes' in metadata) next['filter_scopes'] = keepKeys(filter_scopes, present);
  if ('default_filters' in metadata) next['default_filters'] = JSON.stringify(keepKeys(parseText(metadata['default_filters']), present));
  return { json_metadata: JSON.stringify(next), positions: { layout, chartIds } };
}

/** Slug clean-up: trimmed, blanks to dashes, everything outside letters, digits, `_`, `-` dropped; empty becomes null. */
export function cleanSlug(slug: string | null): string | null {
  const clean = (slug ?? '').trim().replace(/\s+/g, '-').replace(/[^\p{L}\p{N}_-]/gu, '');
  return clean === '' ? null : clean;
}
