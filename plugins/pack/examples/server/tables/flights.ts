import type { ExampleTable } from './example-table.ts';

/**
 * Three million US flights of the first half of 2001. Airports are named by joining `airports.csv`.
 * Delays beyond 12 hours early or late are slips of the pen in the source and become unknown.
 */
export const flights: ExampleTable = {
  name: 'flights',
  file: 'flights-3m.parquet',
  format: 'parquet',
  select: (file) => `
    SELECT
      f.date AS flight_date,
      CAST(extract('hour' FROM f.date) AS INTEGER) AS departure_hour,
      dayname(f.date) AS weekday,
      CAST(isodow(f.date) AS INTEGER) AS weekday_number,
      f.origin AS origin,
      o.name AS origin_airport,
      o.city AS origin_city,
      o.state AS origin_state,
      f.destination AS destination,
      d.name AS destination_airport,
      d.city AS destination_city,
      d.state AS destination_state,
      f.origin || ' – ' || f.destination AS route,
      CAST(f.distance AS INTEGER) AS distance_miles,
      CASE
        WHEN f.distance < 250 THEN 'Under 250 mi'
        WHEN f.distance < 500 THEN '250–500 mi'
        WHEN f.distance < 1000 THEN '500–1,000 mi'
        WHEN f.distance < 2000 THEN '1,000–2,000 mi'
        ELSE 'Over 2,000 mi'
      END AS distance_band,
      CASE WHEN abs(f.delay) <= 720 THEN CAST(f.delay AS INTEGER) END AS delay_minutes,
      CASE
        WHEN abs(f.delay) > 720 THEN 'Unknown'
        WHEN f.delay < 0 THEN 'Early'
        WHEN f.delay < 15 THEN 'On time'
        WHEN f.delay < 60 THEN '15–59 min late'
        ELSE 'An hour or more late'
      END AS punctuality,
      CASE WHEN abs(f.delay) <= 720 THEN f.delay >= 15 END AS is_late
    FROM source AS f
    LEFT JOIN read_csv(${file('airports.csv')}) AS o ON o.iata = f.origin
    LEFT JOIN read_csv(${file('airports.csv')}) AS d ON d.iata = f.destination
    ORDER BY f.date`,
  description: 'Three million flights within the United States, January to June 2001: where from, where to, how far and how late.',
  mainTime: 'flight_date',
  columns: {
    flight_date: { verbose_name: 'Departure', description: 'Date and time of departure, local to the origin airport.' },
    departure_hour: { verbose_name: 'Hour of departure', description: 'Hour of the day, 0 to 23, local to the origin airport.' },
    weekday: { verbose_name: 'Weekday' },
    weekday_number: { verbose_name: 'Weekday number', description: '1 is Monday, 7 is Sunday.' },
    origin: { verbose_name: 'Origin', description: 'IATA code of the airport of departure.' },
    origin_airport: { verbose_name: 'Origin airport' },
    origin_city: { verbose_name: 'Origin city' },
    origin_state: { verbose_name: 'Origin state' },
    destination: { verbose_name: 'Destination', description: 'IATA code of the airport of arrival.' },
    destination_airport: { verbose_name: 'Destination airport' },
    destination_city: { verbose_name: 'Destination city' },
    destination_state: { verbose_name: 'Destination state' },
    route: { verbose_name: 'Route' },
    distance_miles: { verbose_name: 'Distance (mi)', description: 'Great-circle distance in statute miles.', groupby: false },
    distance_band: { verbose_name: 'Distance band' },
    delay_minutes: { verbose_name: 'Delay (min)', description: 'Minutes late at arrival; negative when early.', groupby: false },
    punctuality: { verbose_name: 'Punctuality' },
    is_late: { verbose_name: 'Late', description: '15 minutes late or more, as the US Department of Transportation counts it.' },
  },
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Flights', d3format: ',d' },
    { metric_name: 'average_delay', expression: 'AVG(delay_minutes)', verbose_name: 'Average delay (min)', d3format: ',.1f' },
    {
      metric_name: 'late_share',
      expression: 'AVG(CASE WHEN is_late THEN 1.0 WHEN NOT is_late THEN 0.0 END)',
      verbose_name: 'Late flights',
      description: 'Share of flights 15 minutes late or more.',
      d3format: ',.1%',
    },
    { metric_name: 'total_distance', expression: 'SUM(distance_miles)', verbose_name: 'Miles flown', d3format: 'SMART_NUMBER' },
    { metric_name: 'average_distance', expression: 'AVG(distance_miles)', verbose_name: 'Average distance (mi)', d3format: ',.0f' },
    { metric_name: 'routes', expression: 'COUNT(DISTINCT route)', verbose_name: 'Routes', d3format: ',d' },
  ],
};
