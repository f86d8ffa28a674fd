import { defineServerPlugin, keepInMetadata } from '@orrery/sdk/server';
import { DatabaseService } from '../../../app/database/contract.ts';
import { DatasetService } from '../../../app/dataset/contract.ts';
import { AdvancedTypes } from '../../advanced-types/contract.ts';
import { AsyncDelivery } from '../../async-events/contract.ts';
import { SqlAnalysis } from '../../sql/contract.ts';
import { AnnotationSource, QueryService, TemplateService } from '../contract.ts';
import { withAnnotations } from './annotations/with-annotations.ts';
import { GENERATION_MIGRATIONS, createGenerations } from './cache/generations.ts';
import { createStoredCharts } from './charts/stored-charts.ts';
import { createQueryEngine, toQueryService } from './query-engine.ts';
import { cacheKeyRoute } from './routes/cache-key-route.ts';
import { createChartAnswer } from './routes/chart-answer.ts';
import { chartDataRoutes } from './routes/chart-data-routes.ts';
import { datasourceRoutes } from './routes/datasource-routes.ts';
import { timeRangeRoute } from './routes/time-range-route.ts';
import { createQueryRoom } from './run/create-query-room.ts';
import { readLimits } from './run/limits.ts';
import { createFrameThread } from './thread/frame-thread.ts';

export default defineServerPlugin({
  requires: { datasets: DatasetService, databases: DatabaseService },
  optional: { annotations: AnnotationSource, delivery: AsyncDelivery, analysis: SqlAnalysis, advanced: AdvancedTypes },
  provides: { queries: QueryService, templates: TemplateService },
  async activate(ctx, { datasets, databases, annotations, delivery, analysis, advanced }) {
    await ctx.metadata.migrate(GENERATION_MIGRATIONS);
    const room = createQueryRoom(ctx, datasets, databases, { analysis, advanced });
    const charts = createStoredCharts(ctx.metadata);
    const generations = createGenerations(ctx.metadata, room.remember);
    const limits = readLimits(ctx.config.conf, ctx.config.featureFlags);
    const thread = ctx.subscriptions.add(createFrameThread());
    const plain = createQueryEngine({
      thread,
      datasources: room.datasources,
      planner: room.planner,
      databases,
      cache: ctx.cache,
      config: limits,
      onCacheFailure: (error) => ctx.log.warn('A chart result could not be stored in the cache.', { error: error instanceof Error ? error.message : String(error) }),
      chartCacheTimeout: room.remember(charts.cacheTimeout),
      cacheGeneration: generations.of,
      userKey: room.userKey,
    });
    const engine = withAnnotations(plain, { charts, source: () => annotations });

    ctx.permissions.declare([
      { pair: ['can_read', 'Chart'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_csv', 'Superset'], roles: ['Alpha', 'Gamma', 'sql_lab'] },
      { pair: ['can_time_range', 'Api'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_samples', 'Datasource'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_get_column_values', 'Datasource'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_validate_expression', 'Datasource'], roles: ['Alpha', 'Gamma'] },
      { pair: ['can_invalidate', 'CacheRestApi'], roles: ['Alpha'] },
    ]);

    const isAsync = ctx.config.featureFlags['GLOBAL_ASYNC_QUERIES'] === true;
    const answers = createChartAnswer({ engine, thread, datasources: room.datasources, permissions: ctx.permissions, questions: await keepInMetadata(ctx.metadata), delivery: isAsync ? delivery : undefined });
    const onFailure = (error: unknown): void => ctx.log.error('A query of a batch failed unexpectedly.', { error: error instanceof Error ? error.message : String(error) });
    for (const route of [
      ...chartDataRoutes(engine, answers, charts, onFailure),
      ...datasourceRoutes(engine, room.datasources, limits),
      timeRangeRoute(),
      cacheKeyRoute(ctx.metadata, generations),
    ]) ctx.route(route);

    return {
      queries: { ...toQueryService(engine), download: (context, request, chartName) => answers.answer(request, context, chartName === undefined ? {} : { chartName }) },
      templates: room.templates,
    };
  },
});
