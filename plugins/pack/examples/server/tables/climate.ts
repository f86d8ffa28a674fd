import type { ExampleTable } from './example-table.ts';

/** Carbon dioxide in the air at Mauna Loa, month by month. */
export const co2: ExampleTable = {
  name: 'co2',
  file: 'co2-concentration.csv',
  format: 'csv',
  select: () => 'SELECT CAST("Date" AS TIMESTAMP) AS month, "CO2" AS co2_ppm, "adjusted CO2" AS co2_adjusted_ppm FROM source ORDER BY month',
  description: 'Carbon dioxide in the air at the Mauna Loa Observatory, Hawaii, monthly from 1958 to 2020, in parts per million.',
  mainTime: 'month',
  columns: {
    month: { verbose_name: 'Month' },
    co2_ppm: { verbose_name: 'CO₂ (ppm)', groupby: false },
    co2_adjusted_ppm: { verbose_name: 'CO₂ without seasons (ppm)', groupby: false },
  },
  metrics: [
    { metric_name: 'co2', expression: 'AVG(co2_ppm)', verbose_name: 'CO₂ (ppm)', d3format: ',.1f' },
    { metric_name: 'co2_adjusted', expression: 'AVG(co2_adjusted_ppm)', verbose_name: 'CO₂ without seasons (ppm)', d3format: ',.1f' },
  ],
};

/** Global mean temperature by year. */
export const globalTemperature: ExampleTable = {
  name: 'global_temperature',
  file: 'global-temp.csv',
  format: 'csv',
  select: () => 'SELECT make_timestamp(CAST(year AS BIGINT), 1, 1, 0, 0, 0) AS year, CAST(temp AS DOUBLE) AS anomaly FROM source ORDER BY year',
  description: 'Difference of the global mean temperature from that of 1951 to 1980, by year from 1880, in °C.',
  mainTime: 'year',
  columns: { year: { verbose_name: 'Year' }, anomaly: { verbose_name: 'Difference (°C)', groupby: false } },
  metrics: [{ metric_name: 'anomaly', expression: 'AVG(anomaly)', verbose_name: 'Difference (°C)', d3format: '+,.2f' }],
};

/** Daily weather of two cities. */
export const weather: ExampleTable = {
  name: 'weather',
  file: 'weather.csv',
  format: 'csv',
  select: () => `
    SELECT
      CAST(date AS TIMESTAMP) AS day,
      location,
      upper(weather[1]) || weather[2:] AS weather,
      CAST(extract('month' FROM date) AS INTEGER) AS month_number,
      temp_max,
      temp_min,
      precipitation,
      wind
    FROM source
    ORDER BY day, location`,
  description: 'Daily weather in Seattle and New York, 2012 to 2015, in metric units.',
  mainTime: 'day',
  columns: {
    day: { verbose_name: 'Day' },
    location: { verbose_name: 'City' },
    weather: { verbose_name: 'Weather' },
    month_number: { verbose_name: 'Month of the year', description: '1 is January.' },
    temp_max: { verbose_name: 'High (°C)', groupby: false },
    temp_min: { verbose_name: 'Low (°C)', groupby: false },
    precipitation: { verbose_name: 'Precipitation (mm)', groupby: false },
    wind: { verbose_name: 'Wind (m/s)', groupby: false },
  },
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Days', d3format: ',d' },
    { metric_name: 'average_high', expression: 'AVG(temp_max)', verbose_name: 'Average high (°C)', d3format: ',.1f' },
    { metric_name: 'average_low', expression: 'AVG(temp_min)', verbose_name: 'Average low (°C)', d3format: ',.1f' },
    { metric_name: 'rainfall', expression: 'SUM(precipitation)', verbose_name: 'Precipitation (mm)', d3format: ',.0f' },
  ],
};
