/** Cuts a name to a number of UTF-8 bytes, at a character. */
function cut(name: string, bytes: number): string {
  let short = name;
  while (Buffer.byteLength(short) > bytes) short = [...short].slice(0, -1).join('');
  return short;
}

/**
 * Names of table columns from those of a file: none empty (`Unnamed: 3`), none twice whatever the case (`a`, `a.1`), none with
 * control characters, none longer than the engine allows. Pure.
 */
export function nameColumns(names: readonly string[], maxLength = 250): readonly string[] {
  const taken = new Set<string>();
  // Names that stand in the file win over those made up here.
  const given = new Set(names.map((name) => name.trim().toLowerCase()));
  return names.map((raw, at) => {
    const name = cut(raw.replace(/\p{Cc}+/gu, ' ').trim(), maxLength) || `Unnamed: ${at}`;
    let unique = name;
    for (let count = 1; taken.has(unique.toLowerCase()) || (count > 1 && given.has(unique.toLowerCase())); count += 1) {
      unique = `${cut(name, maxLength - String(count).length - 1)}.${count}`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}
