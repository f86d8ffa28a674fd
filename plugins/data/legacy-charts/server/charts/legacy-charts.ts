import { bubble } from './bubble.ts';
import { bullet } from './bullet.ts';
import { calHeatmap } from './cal-heatmap.ts';
import { chord } from './chord.ts';
import { compare } from './compare.ts';
import { countryMap } from './country-map.ts';
import { deckGeojson } from './deck-geojson.ts';
import type { LegacyChart } from './legacy-chart.ts';
import { mapbox } from './mapbox.ts';
import { pairedTtest } from './paired-ttest.ts';
import { para } from './para.ts';
import { partition } from './partition.ts';
import { rose } from './rose.ts';
import { timePivot } from './time-pivot.ts';
import { timeTable } from './time-table.ts';
import { worldMap } from './world-map.ts';

/** Chart types the server shapes the data of (contract §7.5), by viz type. `deck_multi` is made of others: see `run/run-layers.ts`. */
export const LEGACY_CHARTS: ReadonlyMap<string, LegacyChart> = new Map([
  ['bubble', bubble],
  ['bullet', bullet],
  ['cal_heatmap', calHeatmap],
  ['chord', chord],
  ['compare', compare],
  ['country_map', countryMap],
  ['deck_geojson', deckGeojson],
  ['horizon', compare],
  ['mapbox', mapbox],
  ['paired_ttest', pairedTtest],
  ['para', para],
  ['partition', partition],
  ['rose', rose],
  ['time_pivot', timePivot],
  ['time_table', timeTable],
  ['world_map', worldMap],
]);
