import './styles.css';
import { definePlugin, PluginMonitor } from '@orrery/sdk/web';
import { ChartService } from '../contract.ts';
import { createChartService } from './create-chart-service.tsx';

export default definePlugin({
  optional: { monitor: PluginMonitor },
  provides: { charts: ChartService },
  activate(ctx, { monitor }) {
    return { charts: createChartService(ctx, monitor) };
  },
});
