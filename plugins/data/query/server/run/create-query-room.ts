import type { User } from '@orrery/sdk';
import type { ServerPluginContext } from '@orrery/sdk/server';
import type { DatabaseService } from '../../../../app/database/contract.ts';
import type { DatasetService } from '../../../../app/dataset/contract.ts';
import type { AdvancedTypes } from '../../../advanced-types/contract.ts';
import type { SqlAnalysis } from '../../../sql/contract.ts';
import type { TemplateService } from '../../contract.ts';
import { withDateFormats } from './date-formats.ts';
import { createAdmission } from '../admission/create-admission.ts';
import { createInnerTables } from '../admission/inner-tables.ts';
import { createUserKey } from '../cache/user-key.ts';
import { rememberVersion, throttledVersion } from '../cache/remember-version.ts';
import { createRulesFor } from '../security/row-rules.ts';
import { rememberOutcomes } from '../template/sandbox/remember-outcomes.ts';
import { createRenderSandbox } from '../template/sandbox/render-sandbox.ts';
import { createTemplateService } from '../template/template-service.ts';
import type { Datasources } from './datasources.ts';
import { createDatasources } from './datasources.ts';
import { createPartitionReader } from './partition-reader.ts';
import { createQueryDatasources } from './query-datasource.ts';
import type { QueryPlanner } from './query-planner.ts';
import { createQueryPlanner } from './query-planner.ts';

/** What the engine is made of besides databases and caches. */
export interface QueryRoom {
  readonly planner: QueryPlanner;
  readonly templates: TemplateService;
  /** As the dataset service's own, without a read of the metadata database while nothing changed. */
  readonly datasets: Pick<DatasetService, 'get' | 'requireAccess' | 'requireAccessVia'>;
  /** What queries read: datasets, and queries of SQL Lab. */
  readonly datasources: Datasources;
  /** What makes a user's results their own. */
  readonly userKey: (user: User, databaseId: number) => Promise<string | undefined>;
  /** Remembers what was read of the metadata database until anybody commits to it. */
  remember<K, V>(find: (key: K) => Promise<V>): (key: K) => Promise<V>;
}

/** Builds the parts that read rules, templates and datasets; what they hold is disposed with the plugin. */
export function createQueryRoom(ctx: ServerPluginContext, datasets: DatasetService, databases: DatabaseService, more: { readonly analysis?: SqlAnalysis | undefined; readonly advanced?: AdvancedTypes | undefined } = {}): QueryRoom {
  const version = throttledVersion(() => ctx.metadata.dataVersion(), ctx.metadata.dialect === 'sqlite', Date.now);
  const isTemplating = ctx.config.featureFlags['ENABLE_TEMPLATE_PROCESSING'] === true;
  const sandbox = isTemplating ? rememberOutcomes(createRenderSandbox()) : undefined;
  if (sandbox) ctx.subscriptions.add(sandbox);
  const known = { get: rememberVersion(version, withDateFormats(datasets.get, ctx.metadata)), requireAccess: datasets.requireAccess, requireAccessVia: datasets.requireAccessVia };
  const rulesFor = createRulesFor({ points: ctx.points, log: ctx.log, dataVersion: version, now: Date.now });
  const { featureFlags: flags } = ctx.config;
  const convert = flags['ENABLE_ADVANCED_DATA_TYPES'] === true ? more.advanced?.convert : undefined;
  const checkTables = createInnerTables(ctx.metadata, known, rulesFor);
  const admit = createAdmission(more.analysis, flags['ALLOW_ADHOC_SUBQUERY'] === true, checkTables, convert);
  const planner = createQueryPlanner({ datasets: known, rulesFor, points: ctx.points, admit, sandbox, partitions: createPartitionReader(databases, checkTables) });
  const templates = createTemplateService(planner, rulesFor, isTemplating);
  const queries = createQueryDatasources({ metadata: ctx.metadata, databases, analysis: more.analysis, templates, checkTables });
  const remember: QueryRoom['remember'] = (find) => rememberVersion(version, find);
  return { planner, templates, remember, datasets: known, datasources: createDatasources(known, queries), userKey: createUserKey(ctx.metadata, flags, remember) };
}
