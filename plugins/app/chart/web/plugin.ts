import './styles.css';
import { definePlugin } from '@orrery/sdk/web';
import { ChartService } from '../contract.ts';
import { createChartService } from './create-chart-service.tsx';

export default definePlugin({
  provides: { charts: ChartService },
  activate(ctx) {
    return { charts: createChartService(ctx) };
  },
});
