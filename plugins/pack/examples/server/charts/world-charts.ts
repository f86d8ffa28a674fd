import type { ExampleChart } from './example-chart.ts';
import { bar, bigNumber, groupedTable, line, pie, timeFilter } from './form-data.ts';

const year = timeFilter('year');

/** Charts over countries, climate, weather and work. */
export const worldCharts: readonly ExampleChart[] = [
  {
    key: 'world.co2Now',
    title: 'CO₂ in the air',
    table: 'co2',
    vizType: 'big_number',
    controls: bigNumber('co2', 'month', 'P1M', [timeFilter('month')], {
      y_axis_format: ',.1f',
      subtitle: 'parts per million, Mauna Loa, April 2020',
      compare_lag: 12,
      compare_suffix: 'on the year before',
      start_y_axis_at_zero: false,
    }),
  },
  {
    key: 'world.warming',
    title: 'Warming since 1951–1980',
    table: 'global_temperature',
    vizType: 'big_number',
    controls: bigNumber('anomaly', 'year', 'P1Y', [year], { y_axis_format: '+,.2f', subtitle: '°C, global mean', start_y_axis_at_zero: false }),
  },
  {
    key: 'world.people',
    title: 'People in 62 countries',
    table: 'countries',
    vizType: 'big_number',
    controls: bigNumber('people', 'year', 'P1Y', [year], { subtitle: 'in 2005', compare_lag: 10, compare_suffix: 'on 1955' }),
  },
  {
    key: 'world.co2',
    title: 'Carbon dioxide, month by month',
    description: 'The saw teeth are the seasons: plants of the northern summer take carbon dioxide out of the air.',
    table: 'co2',
    vizType: 'echarts_timeseries_line',
    controls: line(
      { xAxis: 'month', grain: 'P1M', metrics: ['co2', 'co2_adjusted'], filters: [timeFilter('month')] },
      { y_axis_format: ',d', y_axis_title: 'ppm', truncateYAxis: true, y_axis_bounds: [300, null] },
    ),
  },
  {
    key: 'world.temperature',
    title: 'How much warmer is each year?',
    description: 'Difference of the global mean temperature from the mean of 1951 to 1980.',
    table: 'global_temperature',
    vizType: 'echarts_timeseries_bar',
    controls: bar({ xAxis: 'year', grain: 'P1Y', metrics: ['anomaly'], filters: [year] }, { y_axis_format: '+,.1f', y_axis_title: '°C' }),
  },
  {
    key: 'world.lifeExpectancy',
    title: 'Do people live longer everywhere?',
    table: 'countries',
    vizType: 'echarts_timeseries_line',
    controls: line(
      { xAxis: 'year', grain: 'P1Y', metrics: ['life_expectancy_weighted'], groupby: ['region'], filters: [year] },
      { y_axis_format: ',.0f', y_axis_title: 'Years', markerEnabled: true, truncateYAxis: true, y_axis_bounds: [30, null], showTooltipTotal: false },
    ),
  },
  {
    key: 'world.fertility',
    title: 'Children per woman',
    table: 'countries',
    vizType: 'echarts_timeseries_line',
    controls: line(
      { xAxis: 'year', grain: 'P1Y', metrics: ['fertility_weighted'], groupby: ['region'], filters: [year] },
      { y_axis_format: ',.1f', markerEnabled: true, showTooltipTotal: false },
    ),
  },
  {
    key: 'world.population',
    title: 'Where do people live?',
    table: 'countries',
    vizType: 'echarts_timeseries_bar',
    controls: bar({ xAxis: 'year', grain: 'P1Y', metrics: ['people'], groupby: ['region'], filters: [year] }, { stack: 'Stack' }),
  },
  {
    key: 'world.gains',
    title: 'Who gained the most years of life?',
    description: 'Life expectancy of 2005 less that of 1955.',
    table: 'countries',
    vizType: 'table',
    controls: groupedTable(['country', 'region'], ['life_expectancy_gain'], 62, [], { page_length: 10, include_search: true, column_config: { life_expectancy_gain: { d3NumberFormat: '+,.1f' } } }),
  },
  {
    key: 'world.highs',
    title: 'Which city is warmer? Average high by month',
    table: 'weather',
    vizType: 'echarts_timeseries_line',
    controls: line(
      { xAxis: 'day', grain: 'P1M', metrics: ['average_high'], groupby: ['location'], filters: [timeFilter('day')] },
      { y_axis_format: ',.0f', y_axis_title: '°C', showTooltipTotal: false },
    ),
  },
  {
    key: 'world.weather',
    title: 'How many days of each weather?',
    table: 'weather',
    vizType: 'echarts_timeseries_bar',
    controls: bar(
      { xAxis: 'location', metrics: ['count'], groupby: ['weather'], filters: [timeFilter('day')] },
      { stack: 'Stack', orientation: 'horizontal', y_axis_format: ',d' },
    ),
  },
  { key: 'world.weatherShare', title: 'What is the weather like?', table: 'weather', vizType: 'pie', controls: pie('weather', 'count', [timeFilter('day')], { number_format: ',d' }) },
  {
    key: 'work.jobs',
    title: 'US jobs by sector through the recession',
    description: 'Construction and manufacturing lost jobs from 2007 on; education and health kept adding them.',
    table: 'us_employment',
    vizType: 'echarts_timeseries_line',
    controls: line({ xAxis: 'month', grain: 'P1M', metrics: ['jobs'], groupby: ['sector'], filters: [timeFilter('month')] }),
  },
];
