import './styles.css';
import { Routes, definePlugin } from '@orrery/sdk/web';
import { ChartService } from '../../chart/contract.ts';
import { DashboardComponents } from '../contract.ts';
// The page is why the plugin is loaded: one file is sooner there than two.
import { createDashboardPage } from './page/create-dashboard-page.tsx';
import { createDashboardSaga } from './state/dashboard-saga.ts';
import { dashboardReducer } from './state/dashboard-slice.ts';

export default definePlugin({
  requires: { charts: ChartService },
  activate(ctx, { charts }) {
    ctx.store.injectSlice(dashboardReducer);
    ctx.store.injectSaga(createDashboardSaga(ctx, charts));
    ctx.contribute(Routes, 'dashboard.view', {
      load: async () => createDashboardPage(charts),
    });
    ctx.contribute(Routes, 'dashboard.permalink', {
      load: () => import('./page/permalink-page.tsx').then((module) => module.PermalinkPage),
    });
    ctx.contribute(DashboardComponents, 'MARKDOWN', {
      load: () => import('./markdown/markdown-block.tsx').then((module) => module.MarkdownBlock),
    });
  },
});
