import type { ExampleTable } from './example-table.ts';

/** US jobs by sector; the source has a column per sector, here it is a row. */
export const employment: ExampleTable = {
  name: 'us_employment',
  file: 'us-employment.csv',
  format: 'csv',
  select: () => `
    SELECT
      CAST(month AS TIMESTAMP) AS month,
      upper(sector[1]) || replace(sector[2:], '_', ' ') AS sector,
      CAST(round(thousands * 1000) AS BIGINT) AS jobs
    FROM (
      UNPIVOT (SELECT month, construction, manufacturing, retail_trade, information, financial_activities,
        professional_and_business_services, education_and_health_services, leisure_and_hospitality, government FROM source)
      ON COLUMNS(* EXCLUDE month) INTO NAME sector VALUE thousands
    )
    ORDER BY month, sector`,
  description: 'Jobs in the United States by sector, monthly from 2006 to 2015, seasonally adjusted.',
  mainTime: 'month',
  columns: { month: { verbose_name: 'Month' }, sector: { verbose_name: 'Sector' }, jobs: { verbose_name: 'Jobs', groupby: false } },
  metrics: [{ metric_name: 'jobs', expression: 'SUM(jobs)', verbose_name: 'Jobs', d3format: 'SMART_NUMBER' }],
};
