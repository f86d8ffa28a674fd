import './styles.css';
import { definePlugin, Routes, SearchProviders } from '@orrery/sdk/web';
import { searchDashboards } from './search-dashboards.ts';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'dashboard-list.list', { load: () => import('./dashboard-list-page.tsx').then((module) => module.DashboardListPage) });
    ctx.contribute(SearchProviders, 'dashboard-list.search', { search: (text, signal) => searchDashboards(ctx.api, text, signal) });
  },
});
