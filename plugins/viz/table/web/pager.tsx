import { IconButton } from '@orrery/sdk/ui';
import { useT } from '@orrery/sdk/web';

interface PagerProps {
  /** Counted from 0. */
  readonly page: number;
  readonly pages: number;
  readonly rows: number;
  readonly onPage: (page: number) => void;
}

/** Which page this is, and the way to its neighbours. */
export function Pager({ page, pages, rows, onPage }: PagerProps) {
  const t = useT();
  return (
    <div className="viz-table-pager">
      <span>{t('rows', { count: rows })}</span>
      <IconButton icon="chevron-left" size="small" label={t('page.previous')} disabled={page === 0} onClick={() => onPage(page - 1)} />
      <span aria-live="polite">{t('page.of', { page: page + 1, pages })}</span>
      <IconButton icon="chevron-right" size="small" label={t('page.next')} disabled={page >= pages - 1} onClick={() => onPage(page + 1)} />
    </div>
  );
}
