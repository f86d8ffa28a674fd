/** Words SQLite does not take for a name unless quoted, or reads as something else. */
export const SQLITE_KEYWORDS: ReadonlySet<string> = new Set(
  `add all alter and as autoincrement between by case check collate commit constraint create cross current_date current_time current_timestamp default deferrable
  delete distinct drop else escape except exists false filter foreign from full group having in index inner insert intersect into is isnull join left limit
  natural not nothing notnull null offset on or order outer over primary references returning right select set table then to transaction true union unique update using
  values when where window with`.split(/\s+/),
);
