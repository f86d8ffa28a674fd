type Triple = readonly [number, number, number];

/** Fewest parts first: an absent part is −1. */
function parse(text: string): { readonly parts: Triple; readonly pre: string } | undefined {
  const match = /^v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text);
  if (!match) return undefined;
  const part = (value: string | undefined): number => (value === undefined || /[xX*]/.test(value) ? -1 : Number(value));
  return { parts: [part(match[1]), part(match[2]), part(match[3])], pre: match[4] ?? '' };
}

const compare = (a: Triple, b: Triple): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
const atLeast = ([major, minor, patch]: Triple): Triple => [Math.max(major, 0), Math.max(minor, 0), Math.max(patch, 0)];

/** The first version above everything a partial, caret or tilde version covers. */
function ceiling([major, minor, patch]: Triple, operator: string): Triple {
  if (major < 0) return [Infinity, 0, 0];
  if (operator === '^') {
    if (major > 0 || minor < 0) return [major + 1, 0, 0];
    return minor > 0 || patch < 0 ? [0, minor + 1, 0] : [0, 0, patch + 1];
  }
  if (minor < 0) return [major + 1, 0, 0];
  return operator === '~' || patch < 0 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function meets(version: Triple, comparator: string): boolean {
  const [, operator = '', text = ''] = /^(\^|~|>=|<=|>|<|=)?(.*)$/.exec(comparator) ?? [];
  const wanted = parse(text);
  if (!wanted || (wanted.pre && (operator === '' || operator === '='))) return false;
  const floor = atLeast(wanted.parts);
  const above = ceiling(wanted.parts, operator);
  if (operator === '>=') return compare(version, floor) >= 0;
  if (operator === '>') return compare(version, above) >= 0;
  if (operator === '<') return compare(version, floor) < 0;
  if (operator === '<=') return compare(version, above) < 0;
  return compare(version, floor) >= 0 && compare(version, above) < 0;
}

/**
 * True when `version` lies in the semver `range` (caret, tilde, comparators, partial versions, `||`).
 * A pre-release satisfies only a range that names it exactly. The full `semver` package stays out of the page.
 */
export function satisfiesRange(version: string, range: string): boolean {
  const actual = parse(version);
  if (!actual) return false;
  return range.split('||').some((set) => {
    const comparators = set.trim().replace(/(\^|~|>=|<=|>|<|=)\s+/g, '$1').split(/\s+/).filter(Boolean);
    if (actual.pre) return comparators.length === 1 && comparators[0]?.replace(/^[=^~]?v?/, '') === version.replace(/^v/, '');
    return comparators.every((comparator) => meets(actual.parts, comparator));
  });
}
