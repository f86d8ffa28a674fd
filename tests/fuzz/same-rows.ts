/** One query's answer as far as it must not depend on hidden rows. */
interface Item {
  readonly data?: unknown;
  readonly colnames?: unknown;
  readonly rowcount?: unknown;
}

/** What differs between two answers of chart data; rows count without their order, numbers up to rounding. */
export function differenceOf(one: unknown, other: unknown): string | undefined {
  const [left, right] = [itemsOf(one), itemsOf(other)];
  if (left.length !== right.length) return `${left.length} items instead of ${right.length}`;
  for (const [at, item] of left.entries()) {
    const twin = right[at] as Item;
    if (JSON.stringify(item.colnames) !== JSON.stringify(twin.colnames)) return `columns ${JSON.stringify(item.colnames)} instead of ${JSON.stringify(twin.colnames)}`;
    const [rows, expected] = [rowsOf(item.data), rowsOf(twin.data)];
    if (rows.length !== expected.length) return `${rows.length} rows instead of ${expected.length}`;
    for (const [index, row] of rows.entries()) if (row !== expected[index]) return `row ${row.slice(0, 300)} instead of ${(expected[index] as string).slice(0, 300)}`;
  }
  return undefined;
}

function itemsOf(answer: unknown): readonly Item[] {
  const { result } = (answer ?? {}) as { result?: unknown };
  return Array.isArray(result) ? (result as Item[]) : [];
}

function rowsOf(data: unknown): readonly string[] {
  if (!Array.isArray(data)) return [JSON.stringify(data) ?? ''];
  return data.map((row) => JSON.stringify(row, (_key, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) + 0 : value)) ?? '').sort();
}
