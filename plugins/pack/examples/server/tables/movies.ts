import type { ExampleTable } from './example-table.ts';

/** Films with their box office. Release years after 2011 are two-digit years read into the wrong century. */
export const movies: ExampleTable = {
  name: 'movies',
  file: 'movies.json',
  format: 'json',
  select: () => `
    SELECT
      json_extract_string(to_json(Title), '$') AS title,
      CASE WHEN year(released) > 2011 THEN released - INTERVAL 100 YEAR ELSE released END AS release_date,
      coalesce("Major Genre", 'Unknown') AS genre,
      coalesce("Creative Type", 'Unknown') AS creative_type,
      coalesce("MPAA Rating", 'Not rated') AS mpaa_rating,
      "Source" AS source_material,
      "Distributor" AS distributor,
      "Director" AS director,
      CAST("Running Time min" AS INTEGER) AS running_time_minutes,
      CAST("Production Budget" AS BIGINT) AS production_budget,
      CAST("US Gross" AS BIGINT) AS us_gross,
      CAST("Worldwide Gross" AS BIGINT) AS worldwide_gross,
      CAST("US DVD Sales" AS BIGINT) AS us_dvd_sales,
      CAST("Rotten Tomatoes Rating" AS INTEGER) AS critics_rating,
      CAST("IMDB Rating" AS DOUBLE) AS imdb_rating,
      CAST("IMDB Votes" AS INTEGER) AS imdb_votes
    FROM (SELECT *, try_strptime("Release Date", '%b %d %Y') AS released FROM source)
    ORDER BY release_date`,
  description: 'Some 3,200 films to 2010 with budget, box office and ratings. The data has known gaps and errors; it is made for learning.',
  mainTime: 'release_date',
  columns: {
    title: { verbose_name: 'Title' },
    release_date: { verbose_name: 'Released' },
    genre: { verbose_name: 'Genre' },
    creative_type: { verbose_name: 'Setting' },
    mpaa_rating: { verbose_name: 'US rating' },
    source_material: { verbose_name: 'Based on' },
    distributor: { verbose_name: 'Distributor' },
    director: { verbose_name: 'Director' },
    running_time_minutes: { verbose_name: 'Running time (min)', groupby: false },
    production_budget: { verbose_name: 'Budget ($)', groupby: false },
    us_gross: { verbose_name: 'US gross ($)', groupby: false },
    worldwide_gross: { verbose_name: 'Worldwide gross ($)', groupby: false },
    us_dvd_sales: { verbose_name: 'US DVD sales ($)', groupby: false },
    critics_rating: { verbose_name: 'Critics (%)', description: 'Share of favourable reviews at Rotten Tomatoes.', groupby: false },
    imdb_rating: { verbose_name: 'Audience (of 10)', description: 'Rating at IMDb.', groupby: false },
    imdb_votes: { verbose_name: 'Audience votes', groupby: false },
  },
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Films', d3format: ',d' },
    { metric_name: 'gross', expression: 'SUM(worldwide_gross)', verbose_name: 'Worldwide gross', d3format: 'SMART_NUMBER', currency: { symbol: 'USD', symbolPosition: 'prefix' } },
    { metric_name: 'average_gross', expression: 'AVG(worldwide_gross)', verbose_name: 'Gross per film', d3format: 'SMART_NUMBER', currency: { symbol: 'USD', symbolPosition: 'prefix' } },
    { metric_name: 'average_budget', expression: 'AVG(production_budget)', verbose_name: 'Budget per film', d3format: 'SMART_NUMBER', currency: { symbol: 'USD', symbolPosition: 'prefix' } },
    {
      metric_name: 'return_on_budget',
      expression: 'SUM(CASE WHEN production_budget > 0 THEN worldwide_gross END) * 1.0 / NULLIF(SUM(CASE WHEN production_budget > 0 THEN production_budget END), 0)',
      verbose_name: 'Gross per budget dollar',
      d3format: ',.2f',
    },
    { metric_name: 'audience', expression: 'AVG(imdb_rating)', verbose_name: 'Audience (of 10)', d3format: ',.1f' },
    { metric_name: 'audience_percent', expression: 'AVG(imdb_rating) * 10', verbose_name: 'Audience (%)', d3format: ',.0f' },
    { metric_name: 'critics', expression: 'AVG(critics_rating)', verbose_name: 'Critics (%)', d3format: ',.0f' },
  ],
};
