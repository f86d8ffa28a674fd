import type { ExampleChart } from './example-chart.ts';
import { flightCharts } from './flight-charts.ts';
import { movieCharts } from './movie-charts.ts';
import { worldCharts } from './world-charts.ts';

/** All example charts. */
export const EXAMPLE_CHARTS: readonly ExampleChart[] = [...flightCharts, ...movieCharts, ...worldCharts];
