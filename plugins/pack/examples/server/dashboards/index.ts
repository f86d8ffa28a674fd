import type { ExampleDashboard } from './example-dashboard.ts';

const BIRDS = ['birds.perYear', 'birds.phase', 'birds.species'] as const;
const COUNTRIES = ['world.people', 'world.lifeExpectancy', 'world.fertility', 'world.population', 'world.gains'] as const;
const CLIMATE = ['world.co2Now', 'world.warming', 'world.co2', 'world.temperature'] as const;
const CITIES = ['world.highs', 'world.weather', 'world.weatherShare'] as const;

/** Markdown keeps line breaks, so that a paragraph is one line of text. */
const text = (...lines: readonly string[]): string => lines.join(' ');

const flightsIntro = text(
  '### Half a year over America\n\nThree million flights within the United States, January to June 2001.',
  '**Click a bar or a slice** to see all other charts for that airport or distance alone; click it again to go back.',
  'The filters at the side do the same by state, airport and date.',
);

const delaysNote = text(
  '**Late** means 15 minutes or more at arrival. Delays travel: one late aircraft makes the next flight late, so they',
  'build up through the day and are gone by morning.',
);

const birdsNote = text(
  'Ten thousand reports to the Federal Aviation Administration, 1990 to 2002. These charts have their own years,',
  'so the date filter does not reach them.',
);

const moviesIntro = text(
  '### A century of films\n\nBox office and ratings of 3,200 films up to 2010. Money is not adjusted for inflation, and the data has gaps:',
  'it was collected for teaching how to look at data, errors included. Choose a genre to narrow everything down.',
);

const worldIntro = text(
  '### People and planet\n\nHow long people live and how many children they have (Gapminder), what the air holds (Scripps Institution) and how warm',
  'the world is (NASA).',
);

/** The three example dashboards. */
export const EXAMPLE_DASHBOARDS: readonly ExampleDashboard[] = [
  {
    key: 'flights',
    title: 'Flights',
    slug: 'flights',
    filters: [
      { key: 'time', name: 'Date', type: 'filter_time', excluded: BIRDS },
      { key: 'state', name: 'Origin state', type: 'filter_select', target: { table: 'flights', column: 'origin_state' }, excluded: BIRDS },
      { key: 'origin', name: 'Origin airport', type: 'filter_select', target: { table: 'flights', column: 'origin_airport' }, parent: 'state', excluded: BIRDS },
    ],
    tabs: [
      {
        title: 'Overview',
        rows: [
          [{ markdown: flightsIntro, width: 12, height: 11 }],
          [
            { chart: 'flights.count', width: 3, height: 20 },
            { chart: 'flights.late', width: 3, height: 20 },
            { chart: 'flights.delay', width: 3, height: 20 },
            { chart: 'flights.trend', width: 3, height: 20 },
          ],
          [
            { chart: 'flights.perWeek', width: 8, height: 42 },
            { chart: 'flights.distance', width: 4, height: 42 },
          ],
          [
            { chart: 'flights.topOrigins', width: 5, height: 56 },
            { chart: 'flights.routes', width: 7, height: 56 },
          ],
        ],
      },
      {
        title: 'Delays',
        rows: [
          [{ markdown: delaysNote, width: 12, height: 9 }],
          [
            { chart: 'flights.lateStates', width: 5, height: 52 },
            { chart: 'flights.delayByHour', width: 7, height: 52 },
          ],
          [
            { chart: 'flights.punctuality', width: 6, height: 46 },
            { chart: 'flights.latePerDay', width: 6, height: 46 },
          ],
        ],
      },
      {
        title: 'Bird strikes',
        rows: [
          [{ markdown: birdsNote, width: 12, height: 9 }],
          [{ chart: 'birds.perYear', width: 12, height: 44 }],
          [
            { chart: 'birds.phase', width: 5, height: 50 },
            { chart: 'birds.species', width: 7, height: 50 },
          ],
        ],
      },
    ],
  },
  {
    key: 'movies',
    title: 'Movies',
    slug: 'movies',
    filters: [
      { key: 'time', name: 'Released', type: 'filter_time' },
      { key: 'genre', name: 'Genre', type: 'filter_select', target: { table: 'movies', column: 'genre' } },
      { key: 'rating', name: 'US rating', type: 'filter_select', target: { table: 'movies', column: 'mpaa_rating' } },
    ],
    tabs: [
      {
        title: 'Movies',
        rows: [
          [{ markdown: moviesIntro, width: 12, height: 9 }],
          [
            { chart: 'movies.count', width: 4, height: 18 },
            { chart: 'movies.gross', width: 4, height: 18 },
            { chart: 'movies.return', width: 4, height: 18 },
          ],
          [{ chart: 'movies.grossPerYear', width: 12, height: 50 }],
          [
            { chart: 'movies.genres', width: 5, height: 54 },
            { chart: 'movies.ratings', width: 7, height: 54 },
          ],
          [{ chart: 'movies.top', width: 12, height: 58 }],
          [
            { chart: 'movies.directors', width: 7, height: 50 },
            { chart: 'movies.mpaa', width: 5, height: 50 },
          ],
        ],
      },
    ],
  },
  {
    key: 'world',
    title: 'World & climate',
    slug: 'world',
    filters: [
      { key: 'region', name: 'Region', type: 'filter_select', target: { table: 'countries', column: 'region' }, excluded: [...CLIMATE, ...CITIES] },
      { key: 'country', name: 'Country', type: 'filter_select', target: { table: 'countries', column: 'country' }, parent: 'region', excluded: [...CLIMATE, ...CITIES] },
      { key: 'city', name: 'City', type: 'filter_select', target: { table: 'weather', column: 'location' }, excluded: [...CLIMATE, ...COUNTRIES] },
    ],
    tabs: [
      {
        title: 'People',
        rows: [
          [
            { markdown: worldIntro, width: 6, height: 22 },
            { chart: 'world.people', width: 6, height: 22 },
          ],
          [
            { chart: 'world.lifeExpectancy', width: 6, height: 50 },
            { chart: 'world.fertility', width: 6, height: 50 },
          ],
          [
            { chart: 'world.population', width: 6, height: 54 },
            { chart: 'world.gains', width: 6, height: 54 },
          ],
        ],
      },
      {
        title: 'Climate',
        rows: [
          [
            { chart: 'world.co2Now', width: 6, height: 24 },
            { chart: 'world.warming', width: 6, height: 24 },
          ],
          [{ chart: 'world.co2', width: 12, height: 46 }],
          [{ chart: 'world.temperature', width: 12, height: 46 }],
        ],
      },
      {
        title: 'Two cities',
        rows: [
          [{ chart: 'world.highs', width: 12, height: 46 }],
          [
            { chart: 'world.weather', width: 7, height: 40 },
            { chart: 'world.weatherShare', width: 5, height: 40 },
          ],
        ],
      },
    ],
  },
];
