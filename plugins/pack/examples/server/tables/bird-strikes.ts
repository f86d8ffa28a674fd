import type { ExampleTable } from './example-table.ts';

/** Wildlife strikes reported to the FAA. */
export const birdStrikes: ExampleTable = {
  name: 'bird_strikes',
  file: 'birdstrikes.csv',
  format: 'csv',
  select: () => `
    SELECT
      CAST("Flight Date" AS TIMESTAMP) AS strike_date,
      "Airport Name" AS airport,
      "Origin State" AS state,
      "Aircraft Airline Operator" AS operator,
      "Aircraft Make Model" AS aircraft,
      "Phase of flight" AS flight_phase,
      "Time of day" AS time_of_day,
      "Wildlife Species" AS species,
      "Wildlife Size" AS wildlife_size,
      "Effect Amount of damage" AS damage,
      CAST("Cost Repair" AS BIGINT) AS repair_cost,
      CAST("Cost Other" AS BIGINT) AS other_cost,
      CAST("Cost Total $" AS BIGINT) AS total_cost,
      CAST("Speed IAS in knots" AS INTEGER) AS speed_knots
    FROM source
    ORDER BY strike_date`,
  description: 'Ten thousand collisions of aircraft with wildlife reported to the US Federal Aviation Administration, 1990 to 2002.',
  mainTime: 'strike_date',
  columns: {
    strike_date: { verbose_name: 'Date' },
    airport: { verbose_name: 'Airport' },
    state: { verbose_name: 'State' },
    operator: { verbose_name: 'Operator' },
    aircraft: { verbose_name: 'Aircraft' },
    flight_phase: { verbose_name: 'Phase of flight' },
    time_of_day: { verbose_name: 'Time of day' },
    species: { verbose_name: 'Species' },
    wildlife_size: { verbose_name: 'Size of animal' },
    damage: { verbose_name: 'Damage' },
    repair_cost: { verbose_name: 'Repair cost ($)', groupby: false },
    other_cost: { verbose_name: 'Other cost ($)', groupby: false },
    total_cost: { verbose_name: 'Total cost ($)', groupby: false },
    speed_knots: { verbose_name: 'Speed (kn)', groupby: false },
  },
  metrics: [
    { metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Strikes', d3format: ',d' },
    { metric_name: 'cost', expression: 'SUM(total_cost)', verbose_name: 'Total cost', d3format: '$,.3s' },
    { metric_name: 'average_cost', expression: 'AVG(total_cost)', verbose_name: 'Cost per strike', d3format: '$,.0f' },
  ],
};
