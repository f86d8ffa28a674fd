import { airports } from './airports.ts';
import { birdStrikes } from './bird-strikes.ts';
import { co2, globalTemperature, weather } from './climate.ts';
import { countries } from './countries.ts';
import { employment } from './employment.ts';
import type { ExampleTable } from './example-table.ts';
import { flights } from './flights.ts';
import { movies } from './movies.ts';

/** All example tables, the quick ones first: each is of use as soon as it is there. */
export const EXAMPLE_TABLES: readonly ExampleTable[] = [airports, movies, birdStrikes, countries, co2, globalTemperature, weather, employment, flights];
