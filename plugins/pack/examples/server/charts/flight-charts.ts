import type { ExampleChart } from './example-chart.ts';
import { bar, bigNumber, bigNumberTotal, groupedTable, having, line, pie, ranking, timeFilter, where, whereSql } from './form-data.ts';

const time = timeFilter('flight_date');

/** Charts over three million flights, and over bird strikes. */
export const flightCharts: readonly ExampleChart[] = [
  {
    key: 'flights.count',
    title: 'Flights',
    description: 'All flights of the selection.',
    table: 'flights',
    vizType: 'big_number_total',
    controls: bigNumberTotal('count', [time], { y_axis_format: ',d', subtitle: 'January to June 2001' }),
  },
  {
    key: 'flights.late',
    title: 'Late flights',
    description: 'Share of flights that arrived 15 minutes late or more.',
    table: 'flights',
    vizType: 'big_number_total',
    controls: bigNumberTotal('late_share', [time], { y_axis_format: ',.1%', subtitle: '15 minutes or more' }),
  },
  {
    key: 'flights.delay',
    title: 'Average delay',
    description: 'Minutes late at arrival; flights that arrived early count as negative.',
    table: 'flights',
    vizType: 'big_number_total',
    controls: bigNumberTotal('average_delay', [time], { y_axis_format: ',.1f', subtitle: 'minutes at arrival' }),
  },
  {
    key: 'flights.trend',
    title: 'Miles flown weekly',
    description: 'Miles flown in the latest week, and the way there.',
    table: 'flights',
    vizType: 'big_number',
    controls: bigNumber('total_distance', 'flight_date', 'P1W', [time], { compare_lag: 1, compare_suffix: 'week on week' }),
  },
  {
    key: 'flights.perWeek',
    title: 'How many flights leave each week?',
    description: 'The last week lacks its Sunday.',
    table: 'flights',
    vizType: 'echarts_timeseries_line',
    controls: line({ xAxis: 'flight_date', grain: 'P1W', metrics: ['count'], filters: [time] }, { y_axis_format: '~s', area: true }),
  },
  {
    key: 'flights.latePerDay',
    title: 'Which days went wrong?',
    description: 'Share of late flights by day. Storms show as spikes.',
    table: 'flights',
    vizType: 'echarts_timeseries_line',
    // The data ends with the first flights after midnight of 1 July; a day of a few flights says nothing.
    controls: line({ xAxis: 'flight_date', grain: 'P1D', metrics: ['late_share'], filters: [time, whereSql("flight_date < TIMESTAMP '2001-07-01'")] }, { y_axis_format: ',.0%' }),
  },
  {
    key: 'flights.punctuality',
    title: 'How punctual is each week?',
    table: 'flights',
    vizType: 'echarts_timeseries_bar',
    controls: bar(
      { xAxis: 'flight_date', grain: 'P1W', metrics: ['count'], groupby: ['punctuality'], filters: [time, where('punctuality', '!=', 'Unknown')] },
      { stack: 'Stack', contributionMode: 'row', y_axis_format: ',.0%', showTooltipTotal: false },
    ),
  },
  {
    key: 'flights.delayByHour',
    title: 'When in the day do delays build up?',
    description: 'Average delay by hour of departure. An early flight is a punctual flight.',
    table: 'flights',
    vizType: 'echarts_timeseries_bar',
    controls: bar(
      { xAxis: 'departure_hour', metrics: ['average_delay'], filters: [time, where('departure_hour', '>=', 5)] },
      { xAxisForceCategorical: true, x_axis_sort: 'departure_hour', x_axis_sort_asc: true, y_axis_format: ',.0f', x_axis_title: 'Hour of departure', y_axis_title: 'Minutes late' },
    ),
  },
  {
    key: 'flights.lateStates',
    title: 'Where do flights leave latest?',
    description: 'Average delay by state of departure, states with 500 flights or more.',
    table: 'flights',
    vizType: 'echarts_timeseries_bar',
    controls: ranking('origin_state', 'average_delay', 12, [time, having('COUNT(*) >= 500')], { y_axis_format: ',.1f' }),
  },
  {
    key: 'flights.topOrigins',
    title: 'Busiest airports of departure',
    description: 'Click a bar to see the other charts for that airport alone.',
    table: 'flights',
    vizType: 'echarts_timeseries_bar',
    controls: ranking('origin_airport', 'count', 12, [time], { y_axis_format: '.3s' }),
  },
  {
    key: 'flights.distance',
    title: 'How far do people fly?',
    table: 'flights',
    vizType: 'pie',
    controls: pie('distance_band', 'count', [time], { number_format: ',d' }),
  },
  {
    key: 'flights.routes',
    title: 'Busiest routes',
    table: 'flights',
    vizType: 'table',
    controls: groupedTable(['route', 'origin_city', 'destination_city'], ['count', 'late_share', 'average_delay', 'average_distance'], 100, [time], {
      include_search: true,
      page_length: 20,
      column_config: { late_share: { d3NumberFormat: ',.1%' }, average_delay: { d3NumberFormat: ',.1f' }, average_distance: { d3NumberFormat: ',.0f', showCellBars: false } },
    }),
  },
  {
    key: 'birds.perYear',
    title: 'Bird strikes by year and size of animal',
    table: 'bird_strikes',
    vizType: 'echarts_timeseries_bar',
    controls: bar({ xAxis: 'strike_date', grain: 'P1Y', metrics: ['count'], groupby: ['wildlife_size'], filters: [timeFilter('strike_date')] }, { stack: 'Stack', y_axis_format: ',d' }),
  },
  {
    key: 'birds.phase',
    title: 'When in the flight do birds hit?',
    table: 'bird_strikes',
    vizType: 'pie',
    controls: pie('flight_phase', 'count', [timeFilter('strike_date'), where('flight_phase', 'IS NOT NULL')], { number_format: ',d', threshold_for_other: 2 }),
  },
  {
    key: 'birds.species',
    title: 'Which animals cost the most?',
    table: 'bird_strikes',
    vizType: 'table',
    controls: groupedTable(['species'], ['cost', 'count', 'average_cost'], 25, [timeFilter('strike_date')], { page_length: 10 }),
  },
];
