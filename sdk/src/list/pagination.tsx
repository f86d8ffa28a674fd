import type { ReactNode } from 'react';
import { IconButton } from '@orrery/sdk/ui';
import { PAGE_SIZE } from './data/list-query.ts';
import { useListText } from './texts.ts';

/** Page numbers to offer around `current`, all 0-based; null is a gap. Pure. @internal */
export function pageNumbers(current: number, count: number): readonly (number | null)[] {
  const wanted = new Set([0, count - 1, current - 1, current, current + 1].filter((page) => page >= 0 && page < count));
  const pages = [...wanted].sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const before = pages[at - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : [null, page];
  });
}

/** @internal */
export function Pagination({ pageIndex, total, onChange }: { readonly pageIndex: number; readonly total: number; onChange(pageIndex: number): void }): ReactNode {
  const t = useListText();
  const count = Math.ceil(total / PAGE_SIZE);
  const from = pageIndex * PAGE_SIZE + 1;
  return (
    <div className="o-list__pages">
      <span className="o-list__range-text">{t('page.range', { from, to: Math.min(total, from + PAGE_SIZE - 1), total })}</span>
      {count > 1 && (
        <nav aria-label={t('page.label')}>
          <IconButton icon="chevron-left" label={t('page.previous')} disabled={pageIndex === 0} onClick={() => onChange(pageIndex - 1)} />
          {pageNumbers(pageIndex, count).map((page, at) =>
            page === null ? (
              <span key={`gap-${at}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button key={page} type="button" className="o-list__page" aria-label={t('page.number', { number: page + 1 })} aria-current={page === pageIndex ? 'page' : undefined} onClick={() => onChange(page)}>
                {page + 1}
              </button>
            ),
          )}
          <IconButton icon="chevron-right" label={t('page.next')} disabled={pageIndex >= count - 1} onClick={() => onChange(pageIndex + 1)} />
        </nav>
      )}
    </div>
  );
}
