import './styles.css';
import { definePlugin, Routes, SearchProviders } from '@orrery/sdk/web';
// The page is most of the plugin: one file is sooner there than two.
import { ChartListPage } from './chart-list-page.tsx';
import { searchCharts } from './search-charts.ts';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'chart-list.list', { load: async () => ChartListPage });
    ctx.contribute(SearchProviders, 'chart-list.search', { search: (text, signal) => searchCharts(ctx.api, text, signal) });
  },
});
