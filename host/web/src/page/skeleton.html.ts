const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** What the frame shows before any script has run. */
export interface SkeletonInput {
  /** Labels of the navigation, in order; empty draws no frame (pages of the layout `blank`). */
  readonly nav: readonly { readonly label: string }[];
  readonly title: string;
  readonly dir: 'ltr' | 'rtl';
}

/**
 * The frame as HTML, in the same boxes React will draw, so that nothing jumps. No inline style or script.
 * Assistive technology hears only that the page is loading.
 */
export function renderSkeleton({ nav, title, dir }: SkeletonInput): string {
  const body = '<span class="o-skeleton shell-skeleton__title"></span><span class="o-skeleton"></span><span class="o-skeleton"></span><span class="o-skeleton shell-skeleton__last"></span>';
  const main = `<div class="shell-main"><div class="shell-page">${body}</div></div>`;
  if (nav.length === 0) return `<div class="shell shell--bare shell-skeleton" dir="${dir}" aria-busy="true">${main}</div>`;
  const items = nav.map(({ label }) => `<li><span class="shell-rail__item"><span class="shell-skeleton__icon"></span><span class="shell-rail__label">${escape(label)}</span></span></li>`).join('');
  return (
    `<div class="shell shell-skeleton" dir="${dir}" aria-busy="true">` +
    `<div class="shell-rail"><div class="shell-brand"><span class="shell-brand__mark"></span><span class="shell-brand__name">Orrery</span></div>` +
    `<div class="shell-rail__nav"><div class="shell-rail__group"><ul>${items}</ul></div></div></div>` +
    `<div class="shell-topbar"><div class="shell-crumbs"><ol><li>Orrery</li>${title === '' ? '' : `<li><span>${escape(title)}</span></li>`}</ol></div></div>` +
    `${main}</div>`
  );
}
