import './styles.css';
import { definePlugin, Routes, SearchProviders } from '@orrery/sdk/web';
// The page is most of the plugin: one file is sooner there than two.
import { DashboardListPage } from './dashboard-list-page.tsx';
import { searchDashboards } from './search-dashboards.ts';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'dashboard-list.list', { load: async () => DashboardListPage });
    ctx.contribute(SearchProviders, 'dashboard-list.search', { search: (text, signal) => searchDashboards(ctx.api, text, signal) });
  },
});
