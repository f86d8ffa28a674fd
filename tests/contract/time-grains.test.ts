import { describe, expect, it } from 'vitest';
import { findDialect } from '../../scripts/vectors/engines.ts';

type Print = (c: string) => string;

const truncates = (unit: string): Print => (c) => `DATE_TRUNC('${unit}', ${c})`;
const UNITS = { PT1S: 'second', PT1M: 'minute', PT1H: 'hour', P1D: 'day', P1W: 'week', P1M: 'month', P3M: 'quarter', P1Y: 'year' };
const PLAIN: Readonly<Record<string, Print>> = Object.fromEntries(Object.entries(UNITS).map(([grain, unit]) => [grain, truncates(unit)]));

const sqliteSeconds = (n: number): Print => (c) => `DATETIME(${c}, printf('-%d seconds', CAST(strftime('%S', ${c}) AS INT) % ${n}))`;
const sqliteMinutes = (n: number): Print => (c) => `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', ${c}), printf('-%d minutes', CAST(strftime('%M', ${c}) AS INT) % ${n}))`;
const pgSeconds = (n: number): Print => (c) => `DATE_TRUNC('minute', ${c}) + INTERVAL '${n} seconds' * FLOOR(EXTRACT(SECOND FROM ${c}) / ${n})`;
const pgMinutes = (n: number): Print => (c) => `DATE_TRUNC('hour', ${c}) + INTERVAL '${n} minutes' * FLOOR(EXTRACT(MINUTE FROM ${c}) / ${n})`;
const clickhouseMinutes = (n: number): Print => (c) => `toDateTime(intDiv(toUInt32(toDateTime(${c})), ${n * 60})*${n * 60})`;
const T = (c: string): string => `CAST(${c} AS TIMESTAMP)`;
const trino = (unit: string): Print => (c) => `date_trunc('${unit}', ${T(c)})`;
const trinoStep = (unit: string, n: number): Print => (c) => `date_trunc('${unit}', ${T(c)}) - interval '1' ${unit} * (${unit}(${T(c)}) % ${n})`;
const SUNDAY: Print = (c) => `DATETIME(${c}, 'start of day', -strftime('%w', ${c}) || ' days')`;

const STARTS_SUNDAY = '1969-12-28T00:00:00Z/P1W';
const STARTS_MONDAY = '1969-12-29T00:00:00Z/P1W';
const ENDS_SATURDAY = 'P1W/1970-01-03T00:00:00Z';
const ENDS_SUNDAY = 'P1W/1970-01-04T00:00:00Z';

const TRINO: Readonly<Record<string, Print>> = {
  ...Object.fromEntries(Object.entries(UNITS).map(([grain, unit]) => [grain, trino(unit)])),
  PT5S: trinoStep('second', 5), PT30S: trinoStep('second', 30),
  PT5M: trinoStep('minute', 5), PT10M: trinoStep('minute', 10), PT15M: trinoStep('minute', 15), PT30M: trinoStep('minute', 30), PT6H: trinoStep('hour', 6),
  [STARTS_SUNDAY]: (c) => `date_trunc('week', ${T(c)} + interval '1' day) - interval '1' day`,
  [STARTS_MONDAY]: trino('week'),
  [ENDS_SATURDAY]: (c) => `date_trunc('week', ${T(c)} + interval '1' day) + interval '5' day`,
  [ENDS_SUNDAY]: (c) => `date_trunc('week', ${T(c)}) + interval '6' day`,
};

/** Every engine's grains; what is not listed, the engine must not offer. */
const GRAINS: Readonly<Record<string, Readonly<Record<string, Print>>>> = {
  sqlite: {
    PT1S: (c) => `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:%S', ${c}))`,
    PT5S: sqliteSeconds(5), PT30S: sqliteSeconds(30),
    PT1M: (c) => `DATETIME(STRFTIME('%Y-%m-%dT%H:%M:00', ${c}))`,
    PT5M: sqliteMinutes(5), PT10M: sqliteMinutes(10), PT15M: sqliteMinutes(15), PT30M: sqliteMinutes(30),
    PT1H: (c) => `DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', ${c}))`,
    PT6H: (c) => `DATETIME(STRFTIME('%Y-%m-%dT%H:00:00', ${c}), printf('-%d hours', CAST(strftime('%H', ${c}) AS INT) % 6))`,
    P1D: (c) => `DATETIME(${c}, 'start of day')`,
    P1W: SUNDAY,
    P1M: (c) => `DATETIME(${c}, 'start of month')`,
    P3M: (c) => `DATETIME(${c}, 'start of month', printf('-%d month', (strftime('%m', ${c}) - 1) % 3))`,
    P1Y: (c) => `DATETIME(${c}, 'start of year')`,
    [ENDS_SATURDAY]: (c) => `DATETIME(${c}, 'start of day', 'weekday 6')`,
    [ENDS_SUNDAY]: (c) => `DATETIME(${c}, 'start of day', 'weekday 0')`,
    [STARTS_SUNDAY]: SUNDAY,
    [STARTS_MONDAY]: (c) => `DATETIME(${c}, 'start of day', '-' || ((strftime('%w', ${c}) + 6) % 7) || ' days')`,
  },
  postgresql: { ...PLAIN, PT5S: pgSeconds(5), PT30S: pgSeconds(30), PT5M: pgMinutes(5), PT10M: pgMinutes(10), PT15M: pgMinutes(15), PT30M: pgMinutes(30) },
  duckdb: PLAIN,
  mysql: {
    PT1S: (c) => `DATE_ADD(DATE(${c}), INTERVAL (HOUR(${c})*60*60 + MINUTE(${c})*60 + SECOND(${c})) SECOND)`,
    PT1M: (c) => `DATE_ADD(DATE(${c}), INTERVAL (HOUR(${c})*60 + MINUTE(${c})) MINUTE)`,
    PT1H: (c) => `DATE_ADD(DATE(${c}), INTERVAL HOUR(${c}) HOUR)`,
    P1D: (c) => `DATE(${c})`,
    P1W: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFWEEK(${c}) - 1 DAY))`,
    P1M: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFMONTH(${c}) - 1 DAY))`,
    P3M: (c) => `MAKEDATE(YEAR(${c}), 1) + INTERVAL QUARTER(${c}) QUARTER - INTERVAL 1 QUARTER`,
    P1Y: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFYEAR(${c}) - 1 DAY))`,
    [STARTS_MONDAY]: (c) => `DATE(DATE_SUB(${c}, INTERVAL DAYOFWEEK(DATE_SUB(${c}, INTERVAL 1 DAY)) - 1 DAY))`,
  },
  clickhouse: {
    PT1M: (c) => `toStartOfMinute(toDateTime(${c}))`,
    PT5M: clickhouseMinutes(5), PT10M: clickhouseMinutes(10), PT15M: clickhouseMinutes(15), PT30M: clickhouseMinutes(30),
    PT1H: (c) => `toStartOfHour(toDateTime(${c}))`,
    P1D: (c) => `toStartOfDay(toDateTime(${c}))`,
    P1W: (c) => `toMonday(toDateTime(${c}))`,
    P1M: (c) => `toStartOfMonth(toDateTime(${c}))`,
    P3M: (c) => `toStartOfQuarter(toDateTime(${c}))`,
    P1Y: (c) => `toStartOfYear(toDateTime(${c}))`,
  },
  // The half hour is offered under its ISO name, too; the reference keys it so that nobody finds it.
  trino: TRINO,
  presto: TRINO,
};

describe('time grains (contract §4.4)', () => {
  it.each(Object.entries(GRAINS))('[contract §4.4] %s prints each grain as the contract does, and offers no other', async (engine, grains) => {
    const dialect = await findDialect(engine);
    if (!dialect) {
      console.info(`Skipped: there is no connector for ${engine}.`);
      return;
    }
    const printed = Object.fromEntries(Object.entries(dialect.timeGrains).map(([grain, print]) => [grain, print('c')]));
    expect(printed).toEqual(Object.fromEntries(Object.entries(grains).map(([grain, print]) => [grain, print('c')])));
  });
});
