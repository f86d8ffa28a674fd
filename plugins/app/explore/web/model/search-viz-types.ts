import type { VizTypeContribution } from '@orrery/sdk/viz';

/** Categories in use, in alphabetical order. */
export function categoriesOf(all: readonly VizTypeContribution[]): readonly string[] {
  return [...new Set(all.map(({ category }) => category))].sort();
}

/** How well a viz type fits a word: its title counts most. */
function rank(viz: VizTypeContribution, word: string): number {
  if (viz.title.toLowerCase().startsWith(word)) return 4;
  if (viz.title.toLowerCase().includes(word) || viz.type.includes(word)) return 3;
  if (viz.tags?.some((tag) => tag.toLowerCase().includes(word)) || viz.category.toLowerCase().includes(word)) return 2;
  return viz.description?.toLowerCase().includes(word) ? 1 : 0;
}

/** Viz types of a category ('' for all) that have every word of the search, best first; deprecated ones come last. */
export function searchVizTypes(all: readonly VizTypeContribution[], search: string, category: string): readonly VizTypeContribution[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return all
    .filter((viz) => category === '' || viz.category === category)
    .map((viz) => ({ viz, ranks: words.map((word) => rank(viz, word)) }))
    .filter(({ ranks }) => ranks.every((value) => value > 0))
    .map(({ viz, ranks }) => ({ viz, score: ranks.reduce((sum, value) => sum + value, 0) - (viz.deprecated ? 100 : 0) }))
    .sort((a, b) => b.score - a.score)
    .map(({ viz }) => viz);
}
