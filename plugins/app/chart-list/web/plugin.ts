import './styles.css';
import { definePlugin, Routes, SearchProviders } from '@orrery/sdk/web';
import { searchCharts } from './search-charts.ts';

export default definePlugin({
  activate(ctx) {
    ctx.contribute(Routes, 'chart-list.list', { load: () => import('./chart-list-page.tsx').then((module) => module.ChartListPage) });
    ctx.contribute(SearchProviders, 'chart-list.search', { search: (text, signal) => searchCharts(ctx.api, text, signal) });
  },
});
