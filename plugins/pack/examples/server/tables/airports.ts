import type { ExampleTable } from './example-table.ts';

/** Airports of the United States and its territories. */
export const airports: ExampleTable = {
  name: 'airports',
  file: 'airports.csv',
  format: 'csv',
  select: () => 'SELECT iata, name, city, state, country, latitude, longitude FROM source',
  description: 'Airports of the United States and its territories with their position.',
  columns: {
    iata: { verbose_name: 'Code' },
    name: { verbose_name: 'Airport' },
    city: { verbose_name: 'City' },
    state: { verbose_name: 'State' },
    country: { verbose_name: 'Country' },
    latitude: { verbose_name: 'Latitude', groupby: false },
    longitude: { verbose_name: 'Longitude', groupby: false },
  },
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Airports', d3format: ',d' }],
};
