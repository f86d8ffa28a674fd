/** Words that shape statements of ClickHouse; as names they are quoted. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  [
    'alter and anti array as asc asof attach between both by case cast collate constraint create cross cube deduplicate default delete desc describe detach distinct div drop',
    'else end except exists explain extract false fetch final following for format from full global grant group grouping having ilike in inner insert intersect interval into',
    'is join kill last leading left like limit materialized mod natural not null nulls offset on optimize or order outer over partition prewhere primary projection recursive',
    'rename replace right rollup sample select semi set settings show table temporary then ties top totals trailing trim true truncate union update use using values when where',
    'window with',
  ].flatMap((line) => line.split(' ')),
);
