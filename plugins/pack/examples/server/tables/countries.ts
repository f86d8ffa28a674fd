import type { ExampleTable } from './example-table.ts';

/** Five-year figures of 62 countries. The source groups them by number; the names say what each group holds. */
export const countries: ExampleTable = {
  name: 'countries',
  file: 'gapminder.json',
  format: 'json',
  select: () => `
    SELECT
      make_timestamp(CAST(year AS BIGINT), 1, 1, 0, 0, 0) AS year,
      country,
      CASE cluster
        WHEN 0 THEN 'South Asia'
        WHEN 1 THEN 'Europe'
        WHEN 2 THEN 'Sub-Saharan Africa'
        WHEN 3 THEN 'Americas'
        WHEN 4 THEN 'East Asia & Pacific'
        ELSE 'Middle East & North Africa'
      END AS region,
      CAST(pop AS BIGINT) AS population,
      life_expect AS life_expectancy,
      fertility
    FROM source
    ORDER BY year, country`,
  description: 'Population, life expectancy and fertility of 62 countries, every five years from 1955 to 2005.',
  mainTime: 'year',
  columns: {
    year: { verbose_name: 'Year' },
    country: { verbose_name: 'Country' },
    region: { verbose_name: 'Region' },
    population: { verbose_name: 'Population', groupby: false },
    life_expectancy: { verbose_name: 'Life expectancy (years)', groupby: false },
    fertility: { verbose_name: 'Children per woman', groupby: false },
  },
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Rows', d3format: ',d' },
    { metric_name: 'people', expression: 'SUM(population)', verbose_name: 'Population', d3format: 'SMART_NUMBER' },
    {
      metric_name: 'life_expectancy_weighted',
      expression: 'SUM(life_expectancy * population) / NULLIF(SUM(population), 0)',
      verbose_name: 'Life expectancy (years)',
      description: 'Mean of the countries, weighted by population.',
      d3format: ',.1f',
    },
    {
      metric_name: 'fertility_weighted',
      expression: 'SUM(fertility * population) / NULLIF(SUM(population), 0)',
      verbose_name: 'Children per woman',
      description: 'Mean of the countries, weighted by population.',
      d3format: ',.2f',
    },
    {
      metric_name: 'life_expectancy_gain',
      expression: 'MAX(CASE WHEN EXTRACT(YEAR FROM year) = 2005 THEN life_expectancy END) - MAX(CASE WHEN EXTRACT(YEAR FROM year) = 1955 THEN life_expectancy END)',
      verbose_name: 'Years of life gained, 1955–2005',
      d3format: '+,.1f',
    },
  ],
};
