import type { AssetName } from '../../contract.ts';

/**
 * A text as a file name: accents dropped, blanks to `_`, everything outside letters, digits, `_`, `.`, `-` removed,
 * dots and underscores cut at the ends. Empty when nothing is left.
 */
export function secureName(text: string): string {
  return text
    .normalize('NFKD')
    // eslint-disable-next-line no-control-regex
    .replace(/[^\u0000-\u007f]/g, '')
    .replaceAll('/', ' ')
    .trim()
    .split(/\s+/)
    .join('_')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .replace(/^[._]+|[._]+$/g, '');
}

/** The file name of an asset, without extension: the safe name with the id when it is wanted, else what stands in for it. */
export function fileName({ name, otherwise }: AssetName, id?: number): string {
  const safe = secureName(name);
  if (safe === '') return secureName(String(otherwise)) || 'unnamed';
  return id === undefined ? safe : `${safe}_${id}`;
}

/** The id a file name ends in; undefined when it has none. */
export function idInName(path: string): number | undefined {
  const digits = /[_/]([1-9]\d{0,8})\.ya?ml$/.exec(path)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
