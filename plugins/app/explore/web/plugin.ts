import './styles.css';
import { Commands, definePlugin, Routes } from '@orrery/sdk/web';
import { ChartService } from '../../chart/contract.ts';
import { TimeRangeEditor } from '../../../filter/time/contract.ts';
import { addChartRoute, DataPanes, ExportFormats } from '../contract.ts';
import type { ExploreServices } from './services.ts';
import { exploreReducer } from './state/explore-reducer.ts';
import { createExploreSaga } from './state/explore-saga.ts';

/** Explore: a chart's data, settings and picture side by side. */
export default definePlugin({
  requires: { charts: ChartService },
  optional: { TimeRangeEditor },
  activate(ctx, { charts, TimeRangeEditor: Editor }) {
    const services: ExploreServices = { charts, TimeRangeEditor: Editor, leaving: { isOwnMove: false } };
    ctx.store.injectSlice(exploreReducer);
    ctx.store.injectSaga(createExploreSaga(ctx, services));
    ctx.contribute(Routes, 'explore.view', {
      load: async () => (await import('./page/create-explore-page.tsx')).createExplorePage(services),
    });
    ctx.contribute(Routes, 'explore.add', {
      load: async () => (await import('./add-chart/add-chart-page.tsx')).AddChartPage,
    });
    ctx.contribute(Commands, 'explore.createChart', { run: () => ctx.router.navigate(addChartRoute) });
    ctx.contribute(DataPanes, 'explore.results', {
      load: async () => (await import('./data-pane/create-results-pane.tsx')).createResultsPane(services),
    });
    ctx.contribute(DataPanes, 'explore.samples', { load: async () => (await import('./data-pane/samples-pane.tsx')).SamplesPane });
    ctx.contribute(ExportFormats, 'explore.csv', { run: async (request) => (await import('./export/export-csv.ts')).exportCsv(request) });
    ctx.contribute(ExportFormats, 'explore.json', { run: async (request) => (await import('./export/export-json.ts')).exportJson(request) });
  },
});
