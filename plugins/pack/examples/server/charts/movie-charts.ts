import type { ExampleChart } from './example-chart.ts';
import { bar, bigNumberTotal, groupedTable, having, line, pie, ranking, rowTable, timeFilter, where } from './form-data.ts';

const time = timeFilter('release_date');
const recent = timeFilter('release_date', '1980-01-01 : 2010-01-01');
const known = where('genre', '!=', 'Unknown');

const dollars = { d3NumberFormat: 'SMART_NUMBER', currencyFormat: { symbol: 'USD', symbolPosition: 'prefix' } };

/** Charts over films. */
export const movieCharts: readonly ExampleChart[] = [
  { key: 'movies.count', title: 'Films', table: 'movies', vizType: 'big_number_total', controls: bigNumberTotal('count', [time], { y_axis_format: ',d' }) },
  {
    key: 'movies.gross',
    title: 'Worldwide gross',
    table: 'movies',
    vizType: 'big_number_total',
    controls: bigNumberTotal('gross', [time], { subtitle: 'not adjusted for inflation' }),
  },
  {
    key: 'movies.return',
    title: 'Return per dollar',
    description: 'Worldwide gross of all films with a known budget, divided by their budgets.',
    table: 'movies',
    vizType: 'big_number_total',
    controls: bigNumberTotal('return_on_budget', [time], { y_axis_format: '$,.2f' }),
  },
  {
    key: 'movies.grossPerYear',
    title: 'What does the world watch? Gross by year and genre',
    table: 'movies',
    vizType: 'echarts_timeseries_line',
    controls: line(
      { xAxis: 'release_date', grain: 'P1Y', metrics: ['gross'], groupby: ['genre'], filters: [recent, known] },
      { area: true, stack: 'Stack', opacity: 0.7, limit: 6, timeseries_limit_metric: 'gross' },
    ),
  },
  {
    key: 'movies.genres',
    title: 'Which genres earn most?',
    description: 'Average worldwide gross per film, genres of ten films or more.',
    table: 'movies',
    vizType: 'echarts_timeseries_bar',
    controls: ranking('genre', 'average_gross', 12, [time, known, having('COUNT(*) >= 10')]),
  },
  {
    key: 'movies.ratings',
    title: 'Where do critics and audiences disagree?',
    description: 'Favourable reviews in per cent beside the audience rating times ten.',
    table: 'movies',
    vizType: 'echarts_timeseries_bar',
    controls: bar(
      { xAxis: 'genre', metrics: ['critics', 'audience_percent'], filters: [time, known, having('COUNT(*) >= 10')] },
      { y_axis_format: ',.0f', x_axis_sort: 'critics', x_axis_sort_asc: false },
    ),
  },
  { key: 'movies.mpaa', title: 'Films by US rating', table: 'movies', vizType: 'pie', controls: pie('mpaa_rating', 'count', [time], { number_format: ',d', threshold_for_other: 1 }) },
  {
    key: 'movies.top',
    title: 'The highest-grossing films',
    table: 'movies',
    vizType: 'table',
    controls: rowTable(
      ['title', 'release_date', 'genre', 'director', 'worldwide_gross', 'production_budget', 'imdb_rating'],
      ['worldwide_gross'],
      100,
      [time, where('worldwide_gross', 'IS NOT NULL')],
      {
        include_search: true,
        page_length: 20,
        table_timestamp_format: '%Y-%m-%d',
        column_config: { worldwide_gross: dollars, production_budget: dollars, imdb_rating: { d3NumberFormat: ',.1f', showCellBars: false } },
      },
    ),
  },
  {
    key: 'movies.directors',
    title: 'Directors the audience likes best',
    description: 'Directors of five rated films or more.',
    table: 'movies',
    vizType: 'table',
    controls: groupedTable(['director'], ['audience', 'count', 'gross'], 25, [time, where('director', 'IS NOT NULL'), having('COUNT(imdb_rating) >= 5')], { page_length: 10 }),
  },
];
