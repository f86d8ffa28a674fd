import type { JsonObject } from '@orrery/sdk';
import { isObject } from '../context/problems.ts';
import type { ValidQuery } from '../context/query-plan.ts';
import type { RowLimits } from '../sql/build-sql.ts';

/** Limits an administrator may change (names of the contract). */
export interface LimitConfig {
  readonly rowLimit: number;
  readonly samplesRowLimit: number;
  readonly maxRow: number;
  readonly tableMaxRow: number;
  /** Most values answered for one column. */
  readonly filterSelectRowLimit: number;
  readonly cacheTimeout: number;
  readonly queryTimeoutMs: number;
  /** DATE_RANGE_TIMESHIFTS_ENABLED: comparisons may name a range of dates. */
  readonly hasRangeShifts: boolean;
  /** CHART_PLUGINS_EXPERIMENTAL: `instant_time_comparison_range` counts. */
  readonly hasInstantComparison: boolean;
}

/** `DATA_CACHE_CONFIG.CACHE_DEFAULT_TIMEOUT`, when it is set; -1 keeps nothing. */
function dataCacheTimeout(conf: JsonObject): number | undefined {
  const config = conf['DATA_CACHE_CONFIG'];
  const timeout = isObject(config) ? config['CACHE_DEFAULT_TIMEOUT'] : undefined;
  return typeof timeout === 'number' && timeout !== 0 ? timeout : undefined;
}

export function readLimits(conf: JsonObject, featureFlags: Readonly<Record<string, boolean>> = {}): LimitConfig {
  const number = (key: string, fallback: number): number => (typeof conf[key] === 'number' && conf[key] > 0 ? conf[key] : fallback);
  return {
    rowLimit: number('ROW_LIMIT', 50_000),
    samplesRowLimit: number('SAMPLES_ROW_LIMIT', 1000),
    maxRow: number('SQL_MAX_ROW', 100_000),
    tableMaxRow: number('TABLE_VIZ_MAX_ROW_SERVER', 500_000),
    filterSelectRowLimit: number('FILTER_SELECT_ROW_LIMIT', 10_000),
    cacheTimeout: dataCacheTimeout(conf) ?? number('CACHE_DEFAULT_TIMEOUT', 86_400),
    queryTimeoutMs: number('SQLALCHEMY_QUERY_TIMEOUT', 60) * 1000,
    hasRangeShifts: featureFlags['DATE_RANGE_TIMESHIFTS_ENABLED'] === true,
    hasInstantComparison: featureFlags['CHART_PLUGINS_EXPERIMENTAL'] === true,
  };
}

/** Rows a query may answer (contract §3.3). */
export function effectiveLimits(query: ValidQuery, formData: JsonObject, config: LimitConfig): RowLimits {
  const cap = formData['server_pagination'] === true ? config.tableMaxRow : config.maxRow;
  const isSample = query.resultType === 'samples' || query.resultType === 'drill_detail';
  const asked = query.rowLimit ?? (isSample ? config.samplesRowLimit : config.rowLimit);
  return { limit: asked === 0 ? cap : Math.min(asked, cap), offset: query.rowOffset };
}
