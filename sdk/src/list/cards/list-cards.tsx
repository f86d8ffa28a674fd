import type { ReactNode } from 'react';
import { Checkbox, cx, Icon, IconButton, Link, Menu, Skeleton } from '@orrery/sdk/ui';
import { FavouriteStar } from '../cells/favourite-star.tsx';
import { PAGE_SIZE } from '../data/list-query.ts';
import type { Favourites } from '../data/use-favourites.ts';
import type { ListCardContent, ListRow } from '../declaration.ts';
import type { ListView } from '../list-view.ts';
import { toggled } from '../list-view.ts';
import { useListText } from '../texts.ts';

/** The card mode. @internal */
export function ListCards<Row extends ListRow>({ view }: { readonly view: ListView<Row> }): ReactNode {
  const { declaration, rows, selection } = view;
  const t = useListText();
  if (!rows) return <CardSkeletons count={PAGE_SIZE} />;
  return (
    <ul className="o-cards" aria-label={declaration.title} aria-busy={view.isStale || undefined}>
      {rows.map((row) => {
        const content = declaration.card?.(row);
        const name = declaration.name(row);
        const actions = view.rowActions.filter((action) => action.isVisible?.(row) ?? true);
        return (
          content && (
            <li key={row.id}>
              <AssetCard
                content={content}
                headingLevel={2}
                isSelected={selection?.has(row.id)}
                favourite={declaration.hasFavourites ? { id: row.id, favourites: view.favourites } : undefined}
                selector={selection && <Checkbox label={t('bulk.row', { name })} hideLabel checked={selection.has(row.id)} onChange={() => view.onSelect(toggled(selection, row.id))} />}
                menu={
                  actions.length > 0 && (
                    <Menu
                      label={t('action.more', { name })}
                      trigger={<IconButton size="small" icon="more" label={t('action.more', { name })} />}
                      items={actions.map((action) => ({ id: action.id, label: action.label, icon: action.icon, danger: action.danger, onSelect: () => action.onSelect(row, view.tools) }))}
                    />
                  )
                }
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** A chart, dashboard or the like as a card. @public */
export interface AssetCardProps {
  readonly content: ListCardContent;
  readonly favourite?: { readonly id: number; readonly favourites: Favourites };
  readonly selector?: ReactNode;
  readonly menu?: ReactNode;
  readonly isSelected?: boolean;
  /** Default 3: below a section's heading. */
  readonly headingLevel?: 2 | 3;
}

/** @public */
export function AssetCard({ content, favourite, selector, menu, isSelected, headingLevel = 3 }: AssetCardProps): ReactNode {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className={cx('o-asset', isSelected && 'o-asset--selected')}>
      <div className="o-asset__head">
        {selector}
        <Icon name={content.icon} className="o-asset__icon" />
        <Heading className="o-asset__title">
          <Link path={content.path}>{content.title}</Link>
        </Heading>
        {favourite && <FavouriteStar id={favourite.id} name={content.title} favourites={favourite.favourites} />}
        {menu}
      </div>
      {content.description && <p className="o-asset__description">{content.description}</p>}
      <div className="o-asset__foot">
        {content.badge}
        <span className="o-asset__meta">{content.footer}</span>
      </div>
    </article>
  );
}

/** Cards on their way. @public */
export function CardSkeletons({ count }: { readonly count: number }): ReactNode {
  return (
    <div className="o-cards" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="o-asset">
          <Skeleton width="70%" height={18} />
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  );
}
