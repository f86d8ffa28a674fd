import type { AssetKindContribution } from '../../contract.ts';

/** Kinds of a bundle of `asked` in the order of import: what is referred to first. `asked` undefined: all kinds. */
export function importOrder(kinds: readonly AssetKindContribution[], asked: string | undefined): readonly AssetKindContribution[] {
  const byKind = new Map(kinds.map((kind) => [kind.kind, kind]));
  const ordered: AssetKindContribution[] = [];
  const visit = (kind: AssetKindContribution | undefined, path: readonly string[]): void => {
    if (!kind || ordered.includes(kind) || path.includes(kind.kind)) return;
    for (const other of kind.dependsOn ?? []) visit(byKind.get(other), [...path, kind.kind]);
    ordered.push(kind);
  };
  const start = asked === undefined ? kinds : kinds.filter(({ kind }) => kind === asked);
  for (const kind of start) {
    visit(kind, []);
    for (const contained of kind.contains ?? []) visit(byKind.get(contained), []);
  }
  return ordered;
}
